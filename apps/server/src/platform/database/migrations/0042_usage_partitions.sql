-- How far each partition of the event log is loaded into an event store without transactions, and which loader owns it.
create table usage_partitions (
  partition integer primary key check (partition >= 0),
  loaded_to bigint not null default 0 check (loaded_to >= 0),
  -- The batch that is being inserted: a successor loads exactly this one first.
  batch_from bigint,
  batch_to bigint,
  lease_owner text,
  lease_until timestamptz,
  -- Grows with each owner, so that an earlier one changes nothing more.
  lease bigint not null default 0,
  check ((batch_from is null) = (batch_to is null)),
  check (batch_from is null or (batch_from = loaded_to and batch_to > batch_from))
);

-- Loaders that are alive, for a fair share of the partitions.
create table usage_loaders (
  name text primary key,
  alive_until timestamptz not null
);

-- Products whose events were admitted by name, of which few are new in an hour.
create table usage_products (
  product text primary key,
  admitted_at timestamptz not null
);
create index usage_products_admitted on usage_products (admitted_at);
