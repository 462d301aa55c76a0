-- When a key begins to sign. It is published from `created_at` on, so that other services know it before they meet it.
alter table signing_keys add column signs_from timestamptz;
update signing_keys set signs_from = created_at;
alter table signing_keys alter column signs_from set not null;

-- Keys of what can't be made anew when the server's secret changes, sealed with a key derived from it.
create table data_keys (
  use text primary key,
  sealed bytea not null
);
