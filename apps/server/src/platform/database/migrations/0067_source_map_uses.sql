-- When errors last named a release that has source maps: those in use last are kept.
create table source_map_uses (
  product text not null,
  release text not null,
  used_at timestamptz not null,
  primary key (product, release)
);
