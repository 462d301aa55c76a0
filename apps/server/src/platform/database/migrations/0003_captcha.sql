-- When a person has to be verified, and how many messages may go to numbers that lie side by side.

-- One row a scene, and `*` for every other one; where there is no row, the built-in values count.
create table captcha_rules (
  scene text primary key,
  -- by-risk: as the counts say. always: everybody. never: nobody.
  ask text not null default 'by-risk' check (ask in ('by-risk', 'always', 'never')),
  -- names of vendors in the order they are tried; null: the order of the configuration
  providers jsonb,
  -- counts that are still a low risk, over the built-in ones: {"requests": {"device": 20}, "failures": {"identity": 3}}
  limits jsonb not null default '{}',
  changed_at timestamptz not null
);

-- How many messages went to the numbers of one prefix in the running hour.
create table message_budgets (
  prefix text primary key,
  hour_started_at timestamptz not null,
  sent integer not null
);
create index message_budgets_hour on message_budgets (hour_started_at);
