-- Failures of passwords are counted by account, and by each browser that signed in to it before. They never expire there.
truncate sign_in_failures;
alter table sign_in_failures
  -- Empty: every browser that is not known.
  add column browser text not null default '',
  -- Without an end; `failures` are those of the last minutes, for the delay.
  add column consecutive integer not null default 0,
  drop constraint sign_in_failures_pkey,
  add primary key (identity, browser);

-- Counts of sliding windows, by keyed hashes of names. Unlogged: each request writes here, and a crash of the database
-- forgets an hour's counts at most.
create unlogged table window_counts (
  name bytea primary key,
  period bigint not null,
  current integer not null,
  previous integer not null,
  ends_at timestamptz not null
);
create index window_counts_end on window_counts (ends_at);
