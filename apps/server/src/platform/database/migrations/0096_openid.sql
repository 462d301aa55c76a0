-- Sites and programs that sign people in by OpenID Connect (docs/oidc.md).
create table openid_clients (
  id text primary key,
  name text not null,
  -- An https address of its picture.
  mark text,
  -- The school's own: its people are not asked for their consent.
  own boolean not null,
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null,
  backchannel_logout_uri text,
  scopes text[] not null,
  -- Whether it gets refresh tokens.
  refreshes boolean not null,
  auth_method text not null,
  id_token_alg text not null,
  requires_second_factor boolean not null,
  -- Without it nobody tells who began a sign-in but the client itself, by its `state`: for software that can't.
  requires_pkce boolean not null,
  -- SHA-256 of its secrets: while one is being replaced both are valid, the older until `previous_until`.
  secret_digest bytea,
  previous_digest bytea,
  previous_until timestamptz,
  created_at timestamptz not null,
  secret_at timestamptz,
  last_used_at timestamptz
);

create table openid_client_days (
  client_id text not null references openid_clients on delete cascade,
  day date not null,
  sign_ins integer not null,
  primary key (client_id, day)
);

-- What a person allowed a client.
create table openid_consents (
  account_id uuid not null references accounts on delete cascade,
  client_id text not null references openid_clients on delete cascade,
  scopes text[] not null,
  given_at timestamptz not null,
  primary key (account_id, client_id)
);
create index openid_consents_client on openid_consents (client_id);

-- Codes, tokens, grants, interactions and the browsers' sessions of the provider. `digest`: SHA-256 of what the holder has.
create table openid_artefacts (
  model text not null,
  digest bytea not null,
  payload jsonb not null,
  client_id text references openid_clients on delete cascade,
  -- The session here, whose end ends all of them.
  session_id uuid references sessions on delete cascade,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, digest)
);
create index openid_artefacts_session on openid_artefacts (session_id) where session_id is not null;
create index openid_artefacts_client on openid_artefacts (client_id) where client_id is not null;
create index openid_artefacts_grant on openid_artefacts (grant_id) where grant_id is not null;
create index openid_artefacts_uid on openid_artefacts (uid) where uid is not null;
create index openid_artefacts_expiry on openid_artefacts (expires_at);

-- Which client a session here is signed in to. Once the session ends, the row waits until the client is told.
create table openid_logins (
  id uuid primary key,
  -- No reference: the client is told of sessions that are deleted, too.
  session_id uuid not null,
  account_id uuid not null,
  client_id text not null references openid_clients on delete cascade,
  sid text not null,
  created_at timestamptz not null,
  -- When the client is told, or told again; null: the session runs.
  due_at timestamptz,
  attempts integer not null default 0,
  unique (session_id, client_id, sid)
);
create index openid_logins_account on openid_logins (account_id);
create index openid_logins_client on openid_logins (client_id);
create index openid_logins_due on openid_logins (due_at) where due_at is not null;

-- The keys that sign ID tokens, none of which signs access tokens of accounts.
create table openid_keys (
  kid text primary key,
  algorithm text not null,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null,
  signs_from timestamptz not null
);

-- In the transaction that ends a session, whatever ends it.
create function tell_openid_clients() returns trigger language plpgsql as $$
begin
  update openid_logins set due_at = new.ended_at where session_id = new.id and due_at is null;
  return null;
end $$;
create trigger sessions_end_at_clients after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function tell_openid_clients();
