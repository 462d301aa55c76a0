-- A message is hidden from the session that dismissed it, so that a stolen token does not hide it from its person.
create table notice_dismissals (
  notice_id uuid not null references security_notices (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  primary key (notice_id, session_id)
);
create index notice_dismissals_session on notice_dismissals (session_id);

insert into notice_dismissals (notice_id, session_id)
select n.id, s.id from security_notices n join sessions s on s.account_id = n.account_id
where n.dismissed_at is not null and s.ended_at is null;
-- The column is dropped by a later release: a server of the release before reads it.
