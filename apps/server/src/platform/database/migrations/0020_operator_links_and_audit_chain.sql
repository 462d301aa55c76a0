-- A link ends with the operator who made it, so it names that operator, not only the name.
alter table operator_links add column maker_id uuid references operators (id);
update operator_links l set maker_id = o.id from operators o where o.name = l.made_by and l.kind <> 'first-run';
delete from operator_links l where kind <> 'first-run' and made_by is not null and not exists (
  select from operators o where o.id = l.maker_id and o.role = 'admin' and o.disabled_at is null
);
create index operator_links_maker on operator_links (maker_id) where maker_id is not null;
create index operator_links_operator on operator_links (operator_id) where operator_id is not null;

-- Failed sign-ins and refused calls by hour and network; beyond the limit they are counted here alone.
create table audit_failures (
  -- an IPv4 address, or the /56 of an IPv6 address; '*': all networks
  network text not null,
  hour timestamptz not null,
  count integer not null,
  primary key (network, hour)
);

-- Hashes of entries of the audit log, signed with a key of the server that the database does not have.
create table audit_checkpoints (
  -- of the entry
  id bigint not null,
  -- entries up to this one were deleted after their retention
  deleted boolean not null,
  hash bytea not null,
  at timestamptz not null,
  mac bytea not null,
  primary key (id, deleted)
);

-- Each entry's hash covers the hash of the entry before and all of its own columns, each as its length in bytes, a colon
-- and its text ('-': null). `npm run audit -- verify` computes the same outside the database.
alter table audit_log add column hash bytea;

create function audit_field(value text) returns text language sql immutable as $$
  select coalesce(octet_length(value) || ':' || value, '-')
$$;

create function audit_hash(previous bytea, entry audit_log) returns bytea language sql stable as $$
  select sha256(previous || convert_to(
    audit_field(entry.id::text)
    || audit_field((extract(epoch from entry.at) * 1000000)::bigint::text)
    || audit_field(entry.operator_id::text)
    || audit_field(entry.operator_name)
    || audit_field(entry.act)
    || audit_field(entry.subject)
    || audit_field(entry.before::text)
    || audit_field(entry.after::text)
    || audit_field(entry.address)
    || audit_field(entry.request_id), 'UTF8'))
$$;

-- Writers wait for each other until they commit. The statement's trigger comes before ids are given, so ids are in the
-- order of the chain.
create function lock_audit_chain() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7665527020);
  return null;
end $$;

create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  previous bytea;
begin
  select hash into previous from audit_log order by id desc limit 1;
  if previous is null then
    select hash into previous from audit_checkpoints order by id desc limit 1;
  end if;
  new.hash := audit_hash(coalesce(previous, decode(repeat('00', 32), 'hex')), new);
  return new;
end $$;

-- Entries of before.
drop trigger audit_log_stays on audit_log;
do $$
declare
  entry audit_log;
  previous bytea := decode(repeat('00', 32), 'hex');
begin
  for entry in select * from audit_log order by id loop
    previous := audit_hash(previous, entry);
    update audit_log set hash = previous where id = entry.id;
  end loop;
end $$;
alter table audit_log alter column hash set not null;

create trigger audit_log_lock before insert on audit_log
  for each statement execute function lock_audit_chain();
create trigger audit_log_chain before insert on audit_log
  for each row execute function chain_audit_entry();
create trigger audit_log_stays before update or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- The cleanup alone deletes: it names itself in its transaction, deletes the oldest entries, and leaves a checkpoint.
create function refuse_audit_deletion() returns trigger language plpgsql as $$
begin
  if current_setting('rollcall.audit_cleanup', true) is distinct from 'on' then
    raise exception 'the audit log is only added to';
  end if;
  return null;
end $$;
create trigger audit_log_deletion before delete on audit_log
  for each statement execute function refuse_audit_deletion();

create function check_audit_deletion() returns trigger language plpgsql as $$
declare
  last audit_log;
begin
  select * into last from gone order by id desc limit 1;
  if found and (
    exists (select from audit_log where id < last.id)
    or not exists (select from audit_checkpoints c where c.id = last.id and c.deleted and c.hash = last.hash)
  ) then
    raise exception 'the audit log loses its oldest entries alone, after a checkpoint';
  end if;
  return null;
end $$;
create trigger audit_log_deleted after delete on audit_log
  referencing old table as gone for each statement execute function check_audit_deletion();
