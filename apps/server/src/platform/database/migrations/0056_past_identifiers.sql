-- For operators who are asked why somebody can't sign in.

-- Numbers and addresses that accounts had, by keyed digests: whose it was, and until when.
create table past_identifiers (
  id bigint generated always as identity primary key,
  identity bytea not null,
  account_id uuid not null references accounts (id) on delete cascade,
  changed_at timestamptz not null
);
create index past_identifiers_identity on past_identifiers (identity, id);
create index past_identifiers_account on past_identifiers (account_id);
create index past_identifiers_changed on past_identifiers (changed_at);

-- Of a refused human verification: the vendor's challenge that was shown. Null: another refusal, or from before this was kept.
alter table sign_in_refusals add column rule text;
