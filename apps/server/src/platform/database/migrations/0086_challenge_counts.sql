-- How challenges of human verification ended, by the hour; outcome: passed, failed, a refusal's name where the provider did not judge, or fault.
create table challenge_counts (
  hour timestamptz not null,
  provider text not null,
  outcome text not null,
  count integer not null,
  primary key (hour, provider, outcome)
);
