-- Records that the event store can't take, where several processes load, ask and erase.
create table usage_quarantine (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- of the text
  bytes integer not null,
  -- JSON; text keeps an escaped NUL, which jsonb refuses
  entry text not null
);
create index usage_quarantine_at on usage_quarantine (at);
