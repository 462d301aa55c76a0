-- Positions belong to a log: another stream, or a log in another folder, begins with none. What was loaded under positions without a log is read again
-- once, and the event store leaves out the ids that it has.
delete from usage_partitions;
alter table usage_partitions
  add column log text not null,
  -- Grows each time the log is read from another place, so that a range that comes again is another block.
  add column generation bigint not null default 0,
  drop constraint usage_partitions_pkey,
  add primary key (log, partition);

delete from usage_loaders;
alter table usage_loaders add column log text not null;
