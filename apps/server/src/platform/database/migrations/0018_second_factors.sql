-- Second factors of operators and of accounts; each row belongs to exactly one of the two.

-- One authenticator app each. The secret is encrypted; last_step is the newest time step that was used, so that no code works twice.
create table totp_secrets (
  id uuid primary key,
  account_id uuid constraint totp_secrets_account unique references accounts (id) on delete cascade,
  operator_id uuid constraint totp_secrets_operator unique references operators (id) on delete cascade,
  sealed_secret bytea not null,
  last_step bigint not null,
  created_at timestamptz not null,
  check (num_nonnulls(account_id, operator_id) = 1)
);

create table passkeys (
  -- the credential's id in base64url, as browsers name it
  id text primary key,
  account_id uuid references accounts (id) on delete cascade,
  operator_id uuid references operators (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (num_nonnulls(account_id, operator_id) = 1)
);
create index passkeys_account on passkeys (account_id) where account_id is not null;
create index passkeys_operator on passkeys (operator_id) where operator_id is not null;

-- Of a code only a MAC is kept; a used one is deleted.
create table recovery_codes (
  mac bytea primary key,
  account_id uuid references accounts (id) on delete cascade,
  operator_id uuid references operators (id) on delete cascade,
  check (num_nonnulls(account_id, operator_id) = 1)
);
create index recovery_codes_account on recovery_codes (account_id) where account_id is not null;
create index recovery_codes_operator on recovery_codes (operator_id) where operator_id is not null;

-- Wrong codes in a row, counted before they are compared; the right one deletes the row.
create table second_factor_failures (
  id uuid primary key,
  account_id uuid constraint second_factor_failures_account unique references accounts (id) on delete cascade,
  operator_id uuid constraint second_factor_failures_operator unique references operators (id) on delete cascade,
  failures integer not null,
  last_failed_at timestamptz not null,
  check (num_nonnulls(account_id, operator_id) = 1)
);

-- When the operator of a session last proved who they are: by signing in, or by a fresh proof.
alter table operator_sessions add column proved_at timestamptz;
update operator_sessions set proved_at = created_at;
alter table operator_sessions alter column proved_at set not null;
