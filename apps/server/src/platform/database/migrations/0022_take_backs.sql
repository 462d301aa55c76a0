-- What an account signed in with before a change. The link in the message about the change puts it back.
create table take_backs (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- SHA-256 of the token in the link.
  token_hash bytea not null constraint take_backs_token unique,
  -- {"identifiers": [...], "identities": [...], "password_hash": ..., ...}: see take-back.ts
  before jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index take_backs_account on take_backs (account_id, created_at);
create index take_backs_expiry on take_backs (expires_at);
