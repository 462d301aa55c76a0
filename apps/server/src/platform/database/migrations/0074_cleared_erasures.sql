-- An erasure is done when what it erases is gone from every answer; from the disk it goes later (docs/usage-server.md).
alter table usage_jobs add column clear_by timestamptz;
alter table usage_jobs add column cleared_at timestamptz;
-- Until now it ended once the disk was cleared.
update usage_jobs set cleared_at = finished_at where kind = 'erasure' and state = 'done';
