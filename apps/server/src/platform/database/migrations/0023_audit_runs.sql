-- The last run of the audit log's hourly job, signed as its checkpoints are. One row.
create table audit_runs (
  one boolean primary key default true check (one),
  -- by the clock of the server that ran it
  at timestamptz not null,
  -- when a run found that the clock had jumped, until entries are deleted again
  jumped_at timestamptz,
  -- when the whole log was last checked and held
  checked_at timestamptz,
  mac bytea not null
);
