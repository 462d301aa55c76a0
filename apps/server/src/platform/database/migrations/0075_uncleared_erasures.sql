-- concurrently
-- Finds the erasures that are still on the disk.
create index concurrently if not exists usage_jobs_uncleared on usage_jobs (finished_at)
  where kind = 'erasure' and state = 'done' and cleared_at is null;
