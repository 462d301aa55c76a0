-- People who are brought in from a file: looked at as a whole first, then made or changed by a job.
create table imports (
  id uuid primary key,
  -- the file's name
  name text not null,
  pid text not null,
  created_at timestamptz not null,
  created_by text not null,
  -- looked: it waits for the act
  state text not null check (state in ('looked', 'running', 'cancelled', 'done', 'undoing', 'undone')),
  -- the headings, each with the field that it was taken for
  columns jsonb not null default '[]',
  rows integer not null default 0,
  -- when the act was last begun, and when it ended
  run_at timestamptz,
  ended_at timestamptz,
  -- messages an hour; null: nobody is told
  tell_hourly integer,
  -- until when the messages of the pace are written
  told_to timestamptz
);

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  -- in the file, from 1
  row integer not null,
  -- what the file says; gone once the row was acted upon
  cells jsonb,
  person jsonb,
  faults jsonb not null default '[]',
  phone text,
  email text,
  username text,
  group_name text,
  fate text check (fate in ('make', 'change', 'leave', 'fault')),
  account_id uuid references accounts on delete set null,
  -- what a change replaced
  before jsonb,
  acted_at timestamptz,
  told boolean not null default false,
  -- null: the undoing has not looked at it
  undone boolean,
  primary key (import_id, row)
);
create index import_rows_account on import_rows (account_id) where account_id is not null;
create index import_rows_due on import_rows (import_id, row) where acted_at is null;
create index import_rows_untold on import_rows (import_id, row) where acted_at is not null and not told;
