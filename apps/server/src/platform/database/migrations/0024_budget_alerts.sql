-- Alerts about the message budget have no rule and no episode. The key makes each of them one, whichever server queues it.
alter table alert_messages alter column episode_id drop not null, add column key text unique;
