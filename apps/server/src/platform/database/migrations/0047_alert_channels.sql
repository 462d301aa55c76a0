-- Channels of alerts: the token and the signing key of a group bot, sealed.
create table alert_channels (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null check (kind in ('dingtalk', 'feishu', 'wecom')),
  hint text not null,
  signed boolean not null,
  sealed bytea not null,
  created_at timestamptz not null
);

-- Rules about absence, the hours in which they count, and where a rule's messages go (null: the configured webhook).
alter table alert_rules
  drop constraint alert_rules_kind_check,
  add column hour_from smallint,
  add column hour_to smallint,
  add column channel_id bigint references alert_channels;
alter table alert_rules add constraint alert_rules_kind_check
  check (kind in ('error-rate', 'failed-share', 'vital', 'call-latency', 'no-events', 'no-sign-ins'));

-- When there were last enough samples, and why the episode ended.
alter table alert_episodes add column measured_at timestamptz, add column ended_by text;
alter table alert_messages add column channel_id bigint references alert_channels on delete cascade;

-- The newest sign-in of the installation: one row.
create table last_sign_in (
  one boolean primary key default true check (one),
  at timestamptz not null
);
