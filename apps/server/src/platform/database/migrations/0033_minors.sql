-- Pupils under 14 and their guardians (docs/minors.md).

alter table accounts
  add column birth_year smallint,
  -- When the person turns 14, as far as it is known. Null: not under 14, or the year of birth was not said.
  add column child_until timestamptz,
  -- When a guardian consented. Null: none did, or the consent was withdrawn.
  add column guarded_at timestamptz;

-- One row an account of a person under 14.
create table guardianships (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- The guardian's number. Null: none was given, or its owner refused.
  phone text,
  created_at timestamptz not null,
  -- When the account is deleted unless a guardian consents. Null: a guardian did.
  due_at timestamptz,
  -- When the guardian asked for the deletion of the account, which the pupil can't cancel.
  erase_at timestamptz,
  -- Counts the links: each has a token and a code of its own.
  link integer not null default 0,
  -- SHA-256 of the token of the last link. Null: void, or used.
  link_hash bytea constraint guardianships_link unique,
  link_at timestamptz,
  wrong_codes smallint not null default 0,
  language text not null,
  -- When the message with the link is to be sent. Null: it was, or it never will be.
  send_at timestamptz,
  send_attempts smallint not null default 0,
  -- The link whose message is counted: it may be sent again without being counted again.
  counted_link integer
);
create index guardianships_phone on guardianships (phone);
create index guardianships_due on guardianships (due_at);
create index guardianships_send on guardianships (send_at);

-- What guardians decided. Rows are never changed.
create table guardian_decisions (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  phone text not null,
  decision text not null,
  -- What was consented to: [{"id": 3, "code": "children-privacy", "version": 1}].
  agreements jsonb not null,
  decided_at timestamptz not null,
  address text not null,
  -- Whether the pupil's account was signed in to from the same browser.
  own_device boolean not null
);
create index guardian_decisions_account on guardian_decisions (account_id, decided_at);

-- Numbers that pupils gave, by a keyed digest.
create table guardian_numbers (
  number bytea primary key,
  -- Messages since its owner answered last.
  sent smallint not null,
  last_sent_at timestamptz not null,
  -- When its owner said that no pupil is theirs.
  blocked_at timestamptz
);
create index guardian_numbers_last on guardian_numbers (last_sent_at) where blocked_at is null;
