-- When each account was made, changed in what lists of people show, or deleted. Without a reference, as a deletion outlives its account.
create table account_changes (
  account_id uuid primary key,
  changed_at timestamptz not null,
  deleted boolean not null
);
create index account_changes_at on account_changes (changed_at, account_id);

-- A reader takes what changed before the oldest transaction that writes began (features/console/person-changes.ts). So the transaction has its
-- id, by which it is seen to write, before the time is taken: whichever order transactions commit in, none is passed over.
create function note_account_change() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_table_name = 'accounts' then
    changed := case when tg_op = 'DELETE' then old.id else new.id end;
  else
    changed := case when tg_op = 'DELETE' then old.account_id else new.account_id end;
  end if;
  perform pg_current_xact_id();
  insert into account_changes as c (account_id, changed_at, deleted)
  values (changed, date_trunc('milliseconds', clock_timestamp()), not exists (select from accounts where id = changed))
  on conflict (account_id) do update set changed_at = excluded.changed_at, deleted = excluded.deleted;
  return null;
end $$;

create trigger account_changes_made after insert or delete on accounts
  for each row execute function note_account_change();
create trigger account_changes_changed after update on accounts
  for each row
  when (
    (old.nickname, old.fullname, old.avatar_url, old.blocked_at, old.deletion_due_at, old.birth_year, old.child_until, old.guarded_at)
    is distinct from
    (new.nickname, new.fullname, new.avatar_url, new.blocked_at, new.deletion_due_at, new.birth_year, new.child_until, new.guarded_at)
  )
  execute function note_account_change();
create trigger account_changes_identified after insert or update or delete on identifiers
  for each row execute function note_account_change();
