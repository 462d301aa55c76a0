-- How the person of a session signed in; null for sessions that began before this was kept.
alter table sessions add column signed_in_with text;

-- What may be spent in a window of time: messages to a recipient, to a prefix of numbers, from a network, of everything;
-- looks at whether a number is bound, by account. The window begins with the first that is spent.
create table budgets (
  -- what is counted and of whom: 'recipient|…', 'prefix|…', 'network|…', 'all|hour', 'all|day', 'check|…'
  name text primary key,
  ends_at timestamptz not null,
  spent integer not null,
  -- the limit that the last spending was judged by
  most integer not null
);
create index budgets_end on budgets (ends_at);

insert into budgets (name, ends_at, spent, most)
  select 'recipient|' || address, day_started_at + interval '1 day', sent, sent from code_budgets;
insert into budgets (name, ends_at, spent, most)
  select 'prefix|' || prefix, hour_started_at + interval '1 hour', sent, sent from message_budgets;
drop table code_budgets;
drop table message_budgets;

-- Which numbers and addresses an account, a device or a network named to calls that say whether they are registered.
create table named_recipients (
  subject text primary key,
  ends_at timestamptz not null,
  -- digests, as many as may be named without a challenge
  recipients text[] not null,
  most integer not null
);
create index named_recipients_end on named_recipients (ends_at);
