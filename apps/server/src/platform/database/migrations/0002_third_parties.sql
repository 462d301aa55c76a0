-- Who signs in with WeChat and QQ, and the tickets that lead from one step of a flow to the next.

-- Keyed by what the vendor itself says: never by a name, never by an address that nobody proved.
create table identities (
  provider text not null check (provider in ('wechat', 'qq')),
  appid text not null,
  subject text not null,
  -- the same for one person in all apps of one developer account; null where the vendor tells none
  unionid text,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  constraint identities_subject primary key (provider, appid, subject),
  constraint identities_account unique (account_id, provider, appid)
);
create index identities_union on identities (provider, unionid) where unionid is not null;

-- A ticket itself is never kept: a MAC over its use and its text.
create table tickets (
  mac bytea primary key,
  use text not null,
  subject jsonb not null,
  expires_at timestamptz not null
);
create index tickets_expiry on tickets (expires_at);
