-- The operators' console: who runs the school, what they did, and what they need to see.

-- Operators are not pupils: no account, no phone number.
create table operators (
  id uuid primary key,
  -- in lower case, as it is compared
  name text not null constraint operators_name unique,
  role text not null check (role in ('viewer', 'support', 'admin')),
  password_hash text not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  last_signed_in_at timestamptz
);

-- The cookie holds the session's secret; only a hash of it is kept.
create table operator_sessions (
  id uuid primary key,
  hash bytea not null constraint operator_sessions_hash unique,
  operator_id uuid not null references operators (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  user_agent text not null,
  address text not null
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- Links that are used once: the first admin's, invitations, new passwords. Only a hash is kept.
create table operator_links (
  id uuid primary key,
  hash bytea not null constraint operator_links_hash unique,
  kind text not null check (kind in ('first-run', 'invitation', 'password')),
  role text not null check (role in ('viewer', 'support', 'admin')),
  -- whose password it sets
  operator_id uuid references operators (id),
  made_by text,
  created_at timestamptz not null,
  -- null: until it is used
  expires_at timestamptz
);

-- What operators did. It is only ever added to.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- no reference: an entry stands whatever becomes of the operator
  operator_id uuid,
  operator_name text,
  act text not null,
  subject text,
  before jsonb,
  after jsonb,
  address text not null,
  request_id text not null
);
create index audit_log_operator on audit_log (operator_id, id);
create index audit_log_act on audit_log (act collate "C", id);
create index audit_log_subject on audit_log (subject, id) where subject is not null;
create index audit_log_at on audit_log (at);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to';
end $$;
create trigger audit_log_stays before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Why an account is blocked, for the other operators.
create table account_blocks (
  account_id uuid primary key references accounts (id) on delete cascade,
  reason text not null,
  operator_name text not null
);

-- A text that is not published yet; pid '': for every pid.
create table agreement_drafts (
  code text not null,
  pid text not null,
  needs_signature boolean not null,
  title jsonb not null,
  body jsonb not null,
  base_version integer not null,
  revision integer not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (code, pid)
);
create index signatures_agreement on signatures (agreement_id, signed_at, account_id);

-- The last refusals of each identity, for the question why somebody cannot sign in. Of the identity a MAC is kept.
create table sign_in_refusals (
  id bigint generated always as identity primary key,
  identity bytea not null,
  kind text not null,
  at timestamptz not null,
  call text not null,
  refusal text not null,
  rule_required boolean not null,
  address text not null
);
create index sign_in_refusals_identity on sign_in_refusals (identity, id);
create index sign_in_refusals_at on sign_in_refusals (at);

-- How sign-ins, registrations and sends of codes ended, by the hour; outcome: ok, a refusal's name, or fault.
create table sign_in_counts (
  hour timestamptz not null,
  call text not null,
  outcome text not null,
  count integer not null,
  primary key (hour, call, outcome)
);

create table message_counts (
  hour timestamptz not null,
  sender text not null,
  channel text not null,
  purpose text not null,
  outcome text not null check (outcome in ('sent', 'limited', 'failed')),
  count integer not null,
  primary key (hour, sender, channel, purpose, outcome)
);

create table message_failures (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  sender text not null,
  channel text not null,
  purpose text not null,
  outcome text not null,
  reason text
);

-- People are found by the beginning of a value, compared byte by byte, and listed by when they came.
create index identifiers_prefix on identifiers (kind, value collate "C");
create index identifiers_phone_end on identifiers (reverse(value) collate "C") where kind = 'phone';
create index accounts_nickname_prefix on accounts (nickname_key collate "C");
create index accounts_fullname_prefix on accounts (lower(fullname) collate "C", id) where fullname is not null;
create index accounts_created on accounts (created_at, id);
create index accounts_pid_created on accounts (pid, created_at, id);
create index accounts_blocked on accounts (created_at, id) where blocked_at is not null;
