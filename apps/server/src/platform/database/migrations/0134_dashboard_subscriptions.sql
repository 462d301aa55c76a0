-- Subscriptions of dashboards (packages/contract/src/console/usage/kept/subscriptions.ts).
create table dashboard_subscriptions (
  id uuid primary key,
  dashboard_id uuid not null references usage_dashboards on delete cascade,
  -- Monday 1 to Sunday 7; null: each day
  weekday smallint,
  -- In UTC+8.
  hour smallint not null,
  enabled boolean not null,
  owner_id uuid references operators,
  revision integer not null default 1,
  changed_at timestamptz not null,
  sent_at timestamptz,
  next_at timestamptz not null
);
create index dashboard_subscriptions_dashboard on dashboard_subscriptions (dashboard_id);

-- Who it goes to: an address, or a channel of alerts.
create table dashboard_receivers (
  subscription_id uuid not null references dashboard_subscriptions on delete cascade,
  email text,
  channel_id bigint references alert_channels,
  check ((email is null) <> (channel_id is null))
);
create index dashboard_receivers_subscription on dashboard_receivers (subscription_id);
create index dashboard_receivers_channel on dashboard_receivers (channel_id);

-- Mails that were put together, until 30 days after they were sent.
create table dashboard_mails (
  id bigint generated always as identity primary key,
  subscription_id uuid not null references dashboard_subscriptions on delete cascade,
  email text not null,
  subject text not null,
  text text not null,
  html text not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  delivered_at timestamptz,
  given_up_at timestamptz
);
create index dashboard_mails_subscription on dashboard_mails (subscription_id);

-- Texts of a subscription to channels go with it.
alter table alert_messages add column subscription_id uuid references dashboard_subscriptions on delete cascade;
