-- The keys by which the school's other software calls /api/v1.
create table service_tokens (
  id uuid primary key,
  -- SHA-256; the token itself is not kept
  digest bytea not null unique,
  name text not null,
  purpose text not null,
  scopes text[] not null,
  -- empty: any address
  addresses cidr[] not null,
  per_minute integer not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  last_used_at timestamptz,
  last_used_address text,
  -- requests since minute_at
  minute_at timestamptz,
  minute_count integer not null default 0
) with (fillfactor = 50);
-- The audit log names a token by its name.
create unique index service_tokens_name on service_tokens (name) where ended_at is null;
