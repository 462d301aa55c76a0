-- Which process runs a job of the installation, and when it is due next. Times are of the database's clock.
create table job_leases (
  name text primary key,
  due_at timestamptz not null,
  -- of the running or last run; null: none yet
  started_at timestamptz,
  -- the process that runs it, and until when that is believed without a renewal; null: none does
  owner uuid,
  leased_until timestamptz,
  check ((owner is null) = (leased_until is null))
);

-- The same of an export or erasure that is worked on; null: by none, also where a server of an earlier version works on it.
alter table usage_jobs add column owner uuid, add column leased_until timestamptz;
