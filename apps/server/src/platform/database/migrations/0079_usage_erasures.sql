-- What is to be erased from an event store that erases once a night: until then no answer names it.
create table usage_erasures (
  subject_kind text not null check (subject_kind in ('user', 'device')),
  subject text not null,
  -- Events received up to then are erased; ms since 1970, by the servers' clocks.
  received_until bigint not null,
  asked_at timestamptz not null,
  -- When its rows were told to be removed, and when they were seen to be gone (s since 1970, by the store's clock): their files go some minutes later.
  sent_at timestamptz,
  gone_at bigint,
  primary key (subject_kind, subject)
);
