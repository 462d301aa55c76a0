alter table guardianships
  -- Up to which publication new agreements were looked at for this guardian. Null: never.
  add column agreements_checked_at timestamptz;
