-- Statements that admins keep (packages/contract/src/console/usage/sql.ts).
create table usage_sql (
  id uuid primary key,
  name text not null,
  sql text not null,
  owner_id uuid references operators,
  revision integer not null default 1,
  changed_at timestamptz not null
);
