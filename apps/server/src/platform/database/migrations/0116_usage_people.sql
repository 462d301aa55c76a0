-- Accounts of whom the event store is told again (features/usage/people): what it knows of them, or whether it may know it, has changed. Each
-- change has a row of its own, so that no transaction waits for another, and none is taken for one that came before it.
create table usage_people_changes (
  id bigint generated always as identity primary key,
  account text not null
);

-- The number of the change that the event store was told last, in one row; none where it was told nothing yet.
create table usage_people (
  one boolean primary key default true check (one),
  at bigint not null
);

create function note_usage_person() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then
    insert into usage_people_changes (account) values (coalesce(new.id, old.id));
  else
    insert into usage_people_changes (account) values (coalesce(new.account_id, old.account_id));
  end if;
  return null;
end $$;

create trigger usage_people_made after insert or delete on accounts
  for each row execute function note_usage_person();
create trigger usage_people_changed after update on accounts
  for each row
  when ((old.grade, old.child_until, old.guarded_at) is distinct from (new.grade, new.child_until, new.guarded_at))
  execute function note_usage_person();
-- Who needs a guardian no more loses the row.
create trigger usage_people_guarded after insert or delete on guardianships
  for each row execute function note_usage_person();
create trigger usage_people_allowed after update on guardianships
  for each row when (old.usage_kinds is distinct from new.usage_kinds)
  execute function note_usage_person();

-- Consents come in batches; what nobody proved governs no account.
create function note_usage_consents() returns trigger language plpgsql as $$
begin
  insert into usage_people_changes (account)
  select distinct value from usage_consent_subjects
  where kind = 'user' and proved is not false and record in (select record from changed);
  return null;
end $$;

create trigger usage_people_consented after insert on usage_consents
  referencing new table as changed for each statement execute function note_usage_consents();
create trigger usage_people_named after insert on usage_consent_subjects
  referencing new table as changed for each statement execute function note_usage_consents();
create trigger usage_people_proved after update on usage_consent_subjects
  referencing new table as changed for each statement execute function note_usage_consents();

-- Whose name goes is not in the table any more.
create function note_usage_consents_gone() returns trigger language plpgsql as $$
begin
  insert into usage_people_changes (account)
  select distinct value from gone where kind = 'user' and proved is not false;
  return null;
end $$;
create trigger usage_people_unnamed after delete on usage_consent_subjects
  referencing old table as gone for each statement execute function note_usage_consents_gone();
