-- A change of a value of a custom field is a change of its person (0100_webhooks.sql).
create function tell_webhooks_of_fields() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where 'account.updated' = any (events)) then
    -- Those that are left: values go with their account, which tells of itself.
    perform record_webhook_event('account.updated', a.id, '{"changed": ["fields"]}')
    from accounts a where a.id in (select account_id from changed);
  end if;
  return null;
end $$;
create trigger webhooks_of_fields_added after insert on account_fields
  referencing new table as changed for each statement execute function tell_webhooks_of_fields();
create trigger webhooks_of_fields_changed after update on account_fields
  referencing new table as changed for each statement execute function tell_webhooks_of_fields();
create trigger webhooks_of_fields_removed after delete on account_fields
  referencing old table as changed for each statement execute function tell_webhooks_of_fields();
