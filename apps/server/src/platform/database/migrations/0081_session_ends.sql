alter table accounts
  -- When all sessions of the account, or all but one, were ended last. What was made before to begin one begins none any more.
  add column sessions_ended_at timestamptz;
