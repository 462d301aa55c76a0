-- Accounts, what they sign in with, their sessions, and the codes that prove a phone or an address.
-- Times are written by the server from its own clock, so that one clock judges them.

create table accounts (
  id uuid primary key,
  pid text not null,
  created_at timestamptz not null,
  password_hash text,
  password_set_at timestamptz,
  blocked_at timestamptz,
  nickname text not null,
  -- compatibility-folded and lower-cased: what two people would call the same nickname
  nickname_key text not null constraint accounts_nickname_key unique,
  avatar_url text,
  fullname text,
  birthday bigint,
  sex smallint,
  qq text,
  description text,
  grade smallint
);

-- One table for everything that a person types to sign in. A value is kept as it is compared: e-mail addresses
-- and usernames in lower case.
create table identifiers (
  kind text not null check (kind in ('phone', 'email', 'username')),
  value text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  constraint identifiers_value primary key (kind, value),
  constraint identifiers_account unique (account_id, kind)
);

-- One row a session, not a row a token: a refresh token names the session and a generation of it.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  pid text not null,
  secret bytea not null,
  generation integer not null default 0,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  user_agent text not null,
  address text not null
);
create index sessions_account on sessions (account_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- The code itself is never kept: a MAC over purpose, address and code.
create table codes (
  purpose text not null,
  address text not null,
  mac bytea not null,
  attempts smallint not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  constraint codes_address primary key (purpose, address)
);
create index codes_expiry on codes (expires_at);

-- How many codes an address was sent in the running day.
create table code_budgets (
  address text primary key,
  day_started_at timestamptz not null,
  sent integer not null
);

create index code_budgets_day on code_budgets (day_started_at);

-- Wrong passwords by what was typed to sign in. Only a MAC of it is kept: people type passwords into that field too.
create table sign_in_failures (
  identity bytea primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);
create index sign_in_failures_last on sign_in_failures (last_failed_at);

-- What signs access tokens. The private half is sealed with a key derived from the server's secret, so that a copy
-- of the database signs nothing.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null
);

-- One row a published version of a document. Those that need a signature are the agreements.
create table agreements (
  id integer generated always as identity primary key,
  code text not null,
  version integer not null,
  -- null: for every pid
  pid text,
  needs_signature boolean not null,
  -- {"zh-CN": ..., "en": ...}
  title jsonb not null,
  body jsonb not null,
  published_at timestamptz not null
);
create unique index agreements_version on agreements (code, coalesce(pid, ''), version);

create table signatures (
  account_id uuid not null references accounts (id) on delete cascade,
  agreement_id integer not null references agreements (id),
  version integer not null,
  signed_at timestamptz not null,
  address text not null,
  primary key (account_id, agreement_id)
);
