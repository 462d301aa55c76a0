-- Alerts on saved questions (packages/contract/src/console/usage/kept/question-alerts.ts).
create table question_alerts (
  id uuid primary key,
  name text not null,
  question_id uuid not null references usage_questions on delete cascade,
  -- null: the formula
  series integer,
  every text not null check (every in ('hour', 'day', 'week')),
  condition text not null check (condition in ('above', 'below', 'dropped', 'no-data')),
  threshold double precision not null,
  least double precision not null,
  -- null: the configured webhook
  channel_id bigint references alert_channels,
  enabled boolean not null,
  owner_id uuid references operators,
  revision integer not null default 1,
  changed_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'ok', 'firing', 'failing')),
  since timestamptz,
  -- The period that was evaluated last, its figure, and the one of seven days before.
  measured_from timestamptz,
  measured_to timestamptz,
  value double precision,
  before double precision,
  -- Why the last evaluation failed, and how often one after another.
  problem text,
  tries integer not null default 0,
  -- When it is evaluated next.
  next_at timestamptz not null
);
create index question_alerts_question on question_alerts (question_id);
create index question_alerts_channel on question_alerts (channel_id);

-- Messages of an alert are sent in their order, and go with it.
alter table alert_messages add column question_alert_id uuid references question_alerts on delete cascade;
