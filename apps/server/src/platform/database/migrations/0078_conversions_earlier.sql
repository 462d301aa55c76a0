alter table converted_sessions
  -- The sessions that it began before `session_id`: the end of any of them is a sign-out that has to hold.
  add column earlier_session_ids uuid[] not null default '{}';
