-- Script errors in groups, the releases they were seen in, and the alerts' rules, episodes and messages.

-- When anything was heard of a release first: what tells a newer one from an old page that is still open.
create table monitor_releases (
  product text not null,
  release text not null,
  first_seen timestamptz not null,
  primary key (product, release)
);

-- One row a group; how often it happened over time is asked of the event store.
create table error_groups (
  -- fingerprint: 32 hexadecimal digits of SHA-256 over product, name, message and place
  id text primary key,
  product text not null,
  origin text not null,
  name text not null,
  message text not null,
  culprit text not null,
  -- the newest stack, read through source maps: [{function, file, line, column, own, mapped}]
  frames jsonb not null,
  status text not null default 'open' check (status in ('open', 'resolved', 'ignored')),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  first_release text not null,
  last_release text not null,
  count bigint not null,
  resolved_at timestamptz,
  regressed_at timestamptz
);
create index error_groups_seen on error_groups (product, last_seen desc, id);
create index error_groups_old on error_groups (last_seen);

create table error_group_releases (
  group_id text not null references error_groups on delete cascade,
  release text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  count bigint not null,
  primary key (group_id, release)
);

create table alert_rules (
  id bigint generated always as identity primary key,
  name text not null,
  product text not null,
  kind text not null check (kind in ('error-rate', 'failed-share', 'vital', 'call-latency')),
  target text not null,
  percentile double precision not null,
  threshold double precision not null,
  window_minutes integer not null,
  least integer not null,
  enabled boolean not null,
  changed_at timestamptz not null
);

-- From the first evaluation that was above the threshold to the first that was not.
create table alert_episodes (
  id bigint generated always as identity primary key,
  rule_id bigint not null references alert_rules on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz,
  value double precision not null,
  worst double precision not null,
  threshold double precision not null
);
-- A rule has one episode at a time, whoever evaluates.
create unique index alert_episodes_going_on on alert_episodes (rule_id) where ended_at is null;
create index alert_episodes_began on alert_episodes (began_at);

-- What goes to the webhook: written with the episode, sent afterwards, in this order within an episode.
create table alert_messages (
  id bigint generated always as identity primary key,
  episode_id bigint not null references alert_episodes on delete cascade,
  body jsonb not null,
  attempts integer not null default 0,
  -- also: until when whoever sends it has it to itself
  next_at timestamptz not null,
  delivered_at timestamptz,
  given_up_at timestamptz
);
create index alert_messages_waiting on alert_messages (next_at) where delivered_at is null and given_up_at is null;
create index alert_messages_episode on alert_messages (episode_id, id);
