-- When the job looks whether the session of a sign-in at a client goes on: at its first look, then when the session expires. Of all sign-ins
-- few are due, so that the job does not read all of them.
alter table openid_logins add column look_at timestamptz not null default 'epoch';

-- What ends a session before: it is deleted with its account, or expires sooner than it did.
create function look_at_openid_clients() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update openid_logins set look_at = 'epoch' where session_id = old.id and due_at is null;
  else
    update openid_logins set look_at = new.expires_at where session_id = new.id and due_at is null;
  end if;
  return null;
end $$;
create trigger sessions_deleted_at_clients after delete on sessions
  for each row execute function look_at_openid_clients();
create trigger sessions_shortened_at_clients after update of expires_at on sessions
  for each row when (new.expires_at < old.expires_at)
  execute function look_at_openid_clients();
