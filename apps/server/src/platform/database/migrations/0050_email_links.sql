-- The link in the message to an address that a session wants to bind. A session has one: the next takes its place.
create table email_links (
  session_id uuid primary key references sessions (id) on delete cascade,
  email text not null,
  -- SHA-256 of the token in the link.
  token_hash bytea not null constraint email_links_token unique,
  wrong_digits smallint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused')),
  expires_at timestamptz not null
);
create index email_links_expiry on email_links (expires_at);
