-- The school's own fields of people, and their values (identity/custom-fields).
create table custom_fields (
  key text primary key,
  -- Their order on pages.
  position integer not null,
  name jsonb not null,
  -- What values are: type and bounds (packages/contract/src/custom-fields.ts).
  rule jsonb not null,
  required boolean not null,
  seen_by text[] not null,
  changed_by text[] not null,
  -- Whether OpenID Connect gives it with the scope `profile`.
  claim boolean not null
);

create table account_fields (
  key text not null references custom_fields on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  value jsonb not null,
  primary key (key, account_id)
);
create index account_fields_account on account_fields (account_id);
-- People are filtered and sorted by one value, and filtered by one of several.
create index account_fields_value on account_fields (key, value, account_id) where jsonb_typeof(value) <> 'array';
create index account_fields_several on account_fields using gin (value jsonb_path_ops) where jsonb_typeof(value) = 'array';

-- A change of a value is a change of its person (0094_account_changes.sql): once for each statement, as an import writes many.
create function note_field_changes() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  insert into account_changes as c (account_id, changed_at, deleted)
  select account_id, date_trunc('milliseconds', clock_timestamp()), not exists (select from accounts where id = account_id)
  -- In one order, so that two statements do not wait for each other.
  from (select distinct account_id from changed order by account_id) people
  on conflict (account_id) do update set changed_at = excluded.changed_at, deleted = excluded.deleted;
  return null;
end $$;
create trigger account_changes_field_added after insert on account_fields
  referencing new table as changed for each statement execute function note_field_changes();
create trigger account_changes_field_changed after update on account_fields
  referencing new table as changed for each statement execute function note_field_changes();
create trigger account_changes_field_removed after delete on account_fields
  referencing old table as changed for each statement execute function note_field_changes();
