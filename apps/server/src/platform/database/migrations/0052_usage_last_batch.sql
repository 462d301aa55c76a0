-- The last batch that was loaded, by which what the event log still has of it is recognised.
alter table usage_partitions
  add column last_from bigint,
  add column last_digest text,
  add check ((last_from is null) = (last_digest is null));
