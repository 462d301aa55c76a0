-- concurrently
-- Messages go with their alert, and wait for its earlier ones.
create index concurrently if not exists alert_messages_question_alert on alert_messages (question_alert_id);
