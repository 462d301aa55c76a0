-- Source maps that sites upload by release: gzipped JSON without the sources' text.
create table source_maps (
  product text not null,
  release text not null,
  -- the script's path on the site
  script text not null,
  -- of the map that is kept: the same upload again changes nothing
  sha256 bytea not null,
  map bytea not null,
  uploaded_at timestamptz not null,
  primary key (product, release, script)
);
create index source_maps_uploaded on source_maps (uploaded_at);
