-- Export files, where several processes share them: one makes them, another gives them out.
create table usage_export_parts (
  job_id uuid not null references usage_jobs on delete cascade,
  -- where the part begins in the file
  at_byte bigint not null,
  content bytea not null,
  finished boolean not null default false,
  primary key (job_id, at_byte)
);
-- Compressed already.
alter table usage_export_parts alter column content set storage external;
