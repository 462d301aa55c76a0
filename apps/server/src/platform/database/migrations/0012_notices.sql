-- Security messages to people (outbox), and the devices on which an account signed in before.

-- Written in the transaction of the change that it tells of; a job sends it. Each says one thing to one recipient.
create table security_notices (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null,
  -- {"device": ..., "ip": ..., "value": ...}: what the text names; a number or an address only masked
  details jsonb not null,
  language text not null,
  -- Where it goes whatever the account has by then: {"channel": ..., "to": ...}. Cleared once it was sent.
  recipient jsonb,
  -- Path of a page that takes the change back. Cleared once it was sent.
  take_back text,
  created_at timestamptz not null,
  -- When it is to be sent or tried again; null: settled.
  due_at timestamptz,
  attempts smallint not null default 0,
  -- How it reached the person; 'page': on the account page until it is dismissed.
  channel text check (channel in ('sms', 'email', 'page')),
  dismissed_at timestamptz,
  -- SHA-256 of the token in the link that ends all sessions.
  link_hash bytea constraint security_notices_link unique,
  link_used_at timestamptz
);
create index security_notices_due on security_notices (due_at) where due_at is not null;
create index security_notices_account on security_notices (account_id, created_at);
create index security_notices_created on security_notices (created_at);

-- A digest of browser, system and network (or of the browser's own cookie). A sign-in from another is told.
create table known_devices (
  account_id uuid not null references accounts (id) on delete cascade,
  device bytea not null,
  last_used_at timestamptz not null,
  primary key (account_id, device)
);
create index known_devices_last on known_devices (last_used_at);
