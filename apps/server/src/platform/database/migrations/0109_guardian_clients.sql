-- What a person under 14 lets clients of OpenID Connect ask for, and what their guardian allows of it. It goes with the guardianship.
create table openid_guardian_consents (
  account_id uuid not null references guardianships (account_id) on delete cascade,
  client_id text not null references openid_clients on delete cascade,
  asked text[] not null,
  asked_at timestamptz not null,
  allowed text[] not null default '{}',
  -- When the guardian last decided; null: not yet.
  decided_at timestamptz,
  primary key (account_id, client_id)
);
create index openid_guardian_consents_client on openid_guardian_consents (client_id);
-- Of a decision about a client: its id and name, and what it may learn.
alter table guardian_decisions add column client jsonb;
