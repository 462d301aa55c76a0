-- Where the school's other software is told of accounts (docs/webhooks.md).
create table webhook_endpoints (
  id uuid primary key,
  name text not null constraint webhook_endpoints_name unique,
  url text not null,
  events text[] not null,
  -- Whether messages contain the person.
  personal boolean not null,
  sealed_secret bytea not null,
  secret_at timestamptz not null,
  -- While it is being replaced, messages are signed by both until `previous_until`.
  sealed_previous bytea,
  previous_until timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  paused_at timestamptz,
  -- The operator; null: three days of failures.
  paused_by text
);

-- What an endpoint is told, once for each of them: ids and names of fields, none of a person.
create table webhook_deliveries (
  -- Known to the receiver, which leaves out what it has seen: random, since a number would come again after a restored backup.
  id uuid primary key default gen_random_uuid(),
  place bigint generated always as identity,
  -- No reference: an endpoint that is deleted meanwhile must not fail what is told of. The cleanup deletes such rows.
  endpoint_id uuid not null,
  type text not null,
  -- No reference: a deletion is told after the account is gone. Null: a test.
  account_id uuid,
  data jsonb not null,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  transaction_id xid8 not null default pg_current_xact_id(),
  -- When it is tried next; null: it was delivered or given up.
  due_at timestamptz default 'epoch',
  attempts integer not null default 0,
  delivered_at timestamptz,
  given_up_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where due_at is not null;
-- Finds the earlier ones of an account, which go first.
create index webhook_deliveries_waiting on webhook_deliveries (account_id, endpoint_id, place) where due_at is not null;
create index webhook_deliveries_listed on webhook_deliveries (endpoint_id, place);
create index webhook_deliveries_created on webhook_deliveries (created_at);

create table webhook_tries (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  place bigint generated always as identity,
  at timestamptz not null,
  status integer,
  failure text,
  duration_ms integer not null
);
create index webhook_tries_delivery on webhook_tries (delivery_id, place);

-- Writes an event for each endpoint that chose it, in the transaction that makes it. Triggers call it, as the places that change an account
-- are many and more will come. The place is taken under the lock of the changed row, so that changes of one row are in the order of their commits.
create function record_webhook_event(event text, account uuid, facts jsonb) returns void language plpgsql as $$
begin
  if not exists (select from webhook_endpoints where event = any (events))
    or exists (select from accounts where id = account and sample) then
    return;
  end if;
  if event = 'account.updated' then
    -- One for a transaction.
    update webhook_deliveries set data = jsonb_build_object('changed', (
        select jsonb_agg(distinct name order by name)
        from jsonb_array_elements_text((data -> 'changed') || (facts -> 'changed')) name
      ))
    where account_id = account and due_at is not null and transaction_id = pg_current_xact_id() and type = event;
  end if;
  insert into webhook_deliveries (endpoint_id, type, account_id, data)
  select e.id, event, account, facts from webhook_endpoints e
  where event = any (e.events) and not (event = 'account.updated' and exists (
    -- A new account comes with its identifiers.
    select from webhook_deliveries d
    where d.account_id = account and d.endpoint_id = e.id and d.due_at is not null
      and d.transaction_id = pg_current_xact_id() and d.type in ('account.created', 'account.updated')));
end $$;

create function tell_webhooks_of_account() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    perform record_webhook_event('account.created', new.id, '{}');
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform record_webhook_event('account.deleted', old.id, '{}');
    return null;
  end if;
  if old.blocked_at is null and new.blocked_at is not null then
    perform record_webhook_event('account.blocked', new.id, '{}');
  elsif old.blocked_at is not null and new.blocked_at is null then
    perform record_webhook_event('account.unblocked', new.id, '{}');
  end if;
  if old.deletion_due_at is null and new.deletion_due_at is not null then
    perform record_webhook_event('account.deletion_requested', new.id,
      jsonb_build_object('deletion_due_at', floor(extract(epoch from new.deletion_due_at) * 1000)::bigint));
  end if;
  changed := array_remove(array[
    case when old.avatar_url is distinct from new.avatar_url then 'avatar_url' end,
    case when old.birth_year is distinct from new.birth_year then 'birth_year' end,
    case when old.birthday is distinct from new.birthday then 'birthday' end,
    case when old.deletion_due_at is not null and old.deletion_due_at is distinct from new.deletion_due_at then 'deletion_due_at' end,
    case when old.description is distinct from new.description then 'description' end,
    case when old.fullname is distinct from new.fullname then 'fullname' end,
    case when old.grade is distinct from new.grade then 'grade' end,
    case when old.nickname is distinct from new.nickname then 'nickname' end,
    case when old.password_set_at is distinct from new.password_set_at then 'password' end,
    case when old.qq is distinct from new.qq then 'qq' end,
    case when old.second_factor is distinct from new.second_factor then 'second_factor' end,
    case when old.sex is distinct from new.sex then 'sex' end
  ], null);
  if cardinality(changed) > 0 then
    perform record_webhook_event('account.updated', new.id, jsonb_build_object('changed', changed));
  end if;
  return null;
end $$;
create trigger webhooks_of_accounts after insert or update on accounts
  for each row when (not new.sample) execute function tell_webhooks_of_account();
create trigger webhooks_of_deleted_accounts after delete on accounts
  for each row when (not old.sample) execute function tell_webhooks_of_account();

-- Of identifiers and of WeChat and QQ, which are `bindings`.
create function tell_webhooks_of_identifier() returns trigger language plpgsql as $$
declare
  account uuid;
  name text;
begin
  account := case when tg_op = 'DELETE' then old.account_id else new.account_id end;
  -- They go with their account, which tells of itself.
  if tg_op = 'DELETE' and not exists (select from accounts where id = account) then
    return null;
  end if;
  if tg_table_name = 'identities' then
    name := 'bindings';
  else
    name := case when tg_op = 'DELETE' then old.kind else new.kind end;
    name := case name when 'phone' then 'phone_number' else name end;
  end if;
  perform record_webhook_event('account.updated', account, jsonb_build_object('changed', array[name]));
  return null;
end $$;
create trigger webhooks_of_identifiers after insert or update or delete on identifiers
  for each row execute function tell_webhooks_of_identifier();
create trigger webhooks_of_identities after insert or delete on identities
  for each row execute function tell_webhooks_of_identifier();

create function tell_webhooks_of_session() returns trigger language plpgsql as $$
begin
  perform record_webhook_event('session.ended', new.account_id,
    jsonb_build_object('session_id', new.id, 'reason', new.ended_by));
  return null;
end $$;
create trigger webhooks_of_sessions after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at < new.expires_at)
  execute function tell_webhooks_of_session();

create function tell_webhooks_of_signature() returns trigger language plpgsql as $$
begin
  perform record_webhook_event('agreement.signed', new.account_id, jsonb_build_object(
    'agreement_id', new.agreement_id, 'code', (select code from agreements where id = new.agreement_id), 'version', new.version));
  return null;
end $$;
create trigger webhooks_of_signatures after insert on signatures
  for each row execute function tell_webhooks_of_signature();

create function tell_webhooks_of_guardian() returns trigger language plpgsql as $$
begin
  perform record_webhook_event(
    case new.decision when 'consent' then 'guardian.consented' else 'guardian.withdrawn' end, new.account_id, '{}');
  return null;
end $$;
create trigger webhooks_of_guardians after insert on guardian_decisions
  for each row when (new.decision in ('consent', 'withdraw'))
  execute function tell_webhooks_of_guardian();
