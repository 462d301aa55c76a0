-- What people agreed to have reported, and the jobs that give out or erase what was. The events themselves are in the
-- event store.

-- Every change of a consent, as it was reported, with the whole state; a record is one browser's.
create table usage_consents (
  event_id uuid primary key,
  record text not null,
  product text not null,
  -- by the server's clock, as the page worked it out
  at timestamptz not null,
  received_at timestamptz not null,
  -- {"view": {"version": "2026-09", "at": 1763700000000}}: a kind that is not in it is not granted
  granted jsonb not null
);
create index usage_consents_record on usage_consents (record, at);

-- Whose record it is, as far as facts of a granted kind ever said.
create table usage_consent_subjects (
  record text not null,
  kind text not null check (kind in ('user', 'device')),
  value text not null,
  primary key (record, kind, value)
);
create index usage_consent_subjects_value on usage_consent_subjects (kind, value);

create table usage_jobs (
  id uuid primary key,
  kind text not null check (kind in ('export', 'erasure')),
  subject_kind text not null check (subject_kind in ('user', 'device')),
  subject text not null,
  -- who asked and may see it; null: an operator, or the account's deletion. No reference: an erasure outlives the account
  account_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled', 'expired')),
  -- 0 to 1
  share double precision not null default 0,
  events bigint not null default 0,
  bytes bigint not null default 0,
  -- the id of the last event that stands in the file
  reached uuid,
  cancel_asked boolean not null default false,
  tries integer not null default 0,
  not_before timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz
);
create index usage_jobs_open on usage_jobs (not_before) where state in ('waiting', 'running');
-- Asking twice is asking once.
create unique index usage_jobs_subject on usage_jobs (kind, subject_kind, subject) where state in ('waiting', 'running');
create index usage_jobs_account on usage_jobs (account_id, created_at);
