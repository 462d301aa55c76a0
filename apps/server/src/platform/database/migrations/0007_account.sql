-- Deleting an account with a way back, and profile pictures that several servers share.

-- When the account will be deleted, where that was asked for.
alter table accounts add column deletion_due_at timestamptz;
create index accounts_deletion on accounts (deletion_due_at) where deletion_due_at is not null;

-- Profile pictures, where they are kept in the database and not in a folder.
create table pictures (
  name text primary key,
  bytes bytea not null,
  kept_at timestamptz not null
);
