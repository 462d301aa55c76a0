-- Sessions of an older site that were converted, and the session that each began: once that has ended, the older one is not converted
-- again, though it may go on at the older site.
create table converted_sessions (
  -- SHA-256 of the older site's cookie.
  digest bytea primary key,
  session_id uuid not null,
  conversions integer not null default 1,
  converted_at timestamptz not null
);
create index converted_sessions_converted_at on converted_sessions (converted_at);
