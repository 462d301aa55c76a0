-- What operators set in the console; a variable of the environment comes before it.
create table settings (
  name text primary key,
  -- null: taken back
  value text,
  -- counts the changes
  version integer not null,
  changed_at timestamptz not null,
  changed_by text not null
);
