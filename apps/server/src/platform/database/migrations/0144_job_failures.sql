-- The first run of a job that failed since one ended well; null: the last one did.
alter table job_leases add column failing_since timestamptz;
