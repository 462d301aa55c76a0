-- The folders of nightly files, by what their manifests say: another one at the same path is not mounted, or a copy.
create table usage_exports (
  folder text primary key,
  id uuid not null
);
