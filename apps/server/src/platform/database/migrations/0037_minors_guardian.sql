alter table guardianships
  -- The kinds of usage that the guardian lets be recorded.
  add column usage_kinds text[] not null default '{}',
  -- Until when the guardian was told of new versions of the agreements. Null: since the consent.
  add column agreements_told_at timestamptz;

-- The kinds that a decision about usage allows. Null: it is another decision.
alter table guardian_decisions add column usage_kinds text[];

-- Years of birth of people under 14 whose account was deleted, by a keyed digest of what it signed in with: signing up again is no
-- second try at another year.
create table said_years (
  name bytea primary key,
  birth_year smallint not null,
  said_at timestamptz not null
);
create index said_years_said on said_years (said_at);
