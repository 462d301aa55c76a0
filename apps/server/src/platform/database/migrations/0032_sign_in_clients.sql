-- What the client of a sign-in said of itself in its headers: shown to the person and to operators, trusted for nothing.
alter table sessions add column platform text, add column product text, add column sdk text;

-- How sign-ins ended, by client and hour. Empty: not said; '*' in all three: clients beyond the limit of an hour.
create table sign_in_client_counts (
  hour timestamptz not null,
  platform text not null,
  product text not null,
  sdk text not null,
  outcome text not null,
  count integer not null,
  primary key (hour, platform, product, sdk, outcome)
);
