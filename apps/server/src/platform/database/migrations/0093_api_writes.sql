-- What was done by /api/v1 under an Idempotency-Key, written in the transaction that did it.
create table api_writes (
  token_id uuid not null references service_tokens on delete cascade,
  key text not null,
  -- SHA-256 of the call and its body
  digest bytea not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (token_id, key)
);
create index api_writes_at on api_writes (at);
