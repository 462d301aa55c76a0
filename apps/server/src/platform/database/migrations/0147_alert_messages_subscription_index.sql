-- concurrently
-- Texts go with their subscription.
create index concurrently if not exists alert_messages_subscription on alert_messages (subscription_id);
