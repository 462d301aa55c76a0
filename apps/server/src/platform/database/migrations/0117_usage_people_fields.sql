-- The event store is told of the values of the school's own fields that staff may see (0108_custom_fields.sql, 0116_usage_people.sql).
create function note_usage_fields() returns trigger language plpgsql as $$
begin
  insert into usage_people_changes (account) select distinct account_id::text from changed;
  return null;
end $$;
create trigger usage_people_field_added after insert on account_fields
  referencing new table as changed for each statement execute function note_usage_fields();
create trigger usage_people_field_changed after update on account_fields
  referencing new table as changed for each statement execute function note_usage_fields();
create trigger usage_people_field_removed after delete on account_fields
  referencing old table as changed for each statement execute function note_usage_fields();

create function note_usage_field_seen() returns trigger language plpgsql as $$
begin
  insert into usage_people_changes (account) select account_id::text from account_fields where key = new.key;
  return null;
end $$;
create trigger usage_people_field_seen after update on custom_fields
  for each row when (('staff' = any (old.seen_by)) <> ('staff' = any (new.seen_by)))
  execute function note_usage_field_seen();
