-- Keys and platforms of usage events that were admitted by name, of which few are new in an hour. By SHA-256, as paths may be long and may
-- name a person.
create table usage_names (
  digest bytea primary key,
  -- When it was admitted, or met again on a later day by a process that did not know it.
  seen_at timestamptz not null
);
create index usage_names_seen on usage_names (seen_at);
