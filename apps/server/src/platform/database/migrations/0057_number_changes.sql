-- Changes of an account's number by the school: one admin proposes, another approves, and 72 hours later a job does it.
create table number_changes (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- Null: the account has none. Masked once it has ended.
  old_number text,
  -- Null: the number is removed. Masked once it has ended.
  new_number text,
  state text not null check (state in ('proposed', 'approved', 'done', 'cancelled', 'failed')),
  reason text not null,
  proposed_by uuid not null references operators (id),
  proposed_at timestamptz not null,
  approved_by uuid references operators (id),
  approved_at timestamptz,
  -- When it is done.
  due_at timestamptz,
  -- SHA-256 of the tokens of the links that cancel it.
  old_token bytea constraint number_changes_old_token unique,
  new_token bytea constraint number_changes_new_token unique,
  ended_at timestamptz,
  -- Who cancelled it, or why it could not be done.
  ended_by text
);
create unique index number_changes_open on number_changes (account_id) where state in ('proposed', 'approved');
create index number_changes_account on number_changes (account_id);
create index number_changes_due on number_changes (due_at) where state = 'approved';
create index number_changes_ended on number_changes (ended_at);
