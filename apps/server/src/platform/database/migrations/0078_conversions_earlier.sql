alter table converted_sessions
  -- The sessions that it began before `session_id`. None of them may have ended, else it is not converted again. Earlier versions do not
  -- keep the one that they replace.
  add column earlier_session_ids uuid[] not null default '{}';
