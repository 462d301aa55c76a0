/** Kysely's types of the tables of OpenID Connect, which `0096_openid.sql` defines. */
import type { OpenidScope } from '@rollcall/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export interface OpenidClientsTable {
  id: Fixed<string>;
  name: string;
  mark: string | null;
  own: boolean;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  backchannel_logout_uri: string | null;
  scopes: string[];
  refreshes: boolean;
  auth_method: string;
  id_token_alg: string;
  requires_second_factor: boolean;
  requires_pkce: boolean;
  secret_digest: Buffer | null;
  previous_digest: Buffer | null;
  previous_until: Date | null;
  created_at: Fixed<Date>;
  secret_at: Date | null;
  last_used_at: Date | null;
}

export interface OpenidClientDaysTable {
  client_id: Fixed<string>;
  day: Fixed<string>;
  sign_ins: number;
}

/** What a person allowed a client. */
export interface OpenidConsentsTable {
  account_id: Fixed<string>;
  client_id: Fixed<string>;
  scopes: string[];
  given_at: Date;
}

/** What somebody under age lets a client ask for, and what of it the guardian allows; `0109_guardian_clients.sql` defines it. */
export interface OpenidGuardianConsentsTable {
  account_id: Fixed<string>;
  client_id: Fixed<string>;
  asked: OpenidScope[];
  asked_at: Date;
  allowed: Generated<OpenidScope[]>;
  decided_at: Generated<Date | null>;
}

export interface OpenidArtefactsTable {
  model: Fixed<string>;
  digest: Fixed<Buffer>;
  payload: JSONColumnType<object>;
  client_id: string | null;
  session_id: string | null;
  grant_id: string | null;
  uid: string | null;
  consumed_at: Date | null;
  expires_at: Date;
}

export interface OpenidLoginsTable {
  id: Fixed<string>;
  session_id: Fixed<string>;
  account_id: Fixed<string>;
  client_id: Fixed<string>;
  sid: string;
  created_at: Fixed<Date>;
  due_at: Date | null;
  attempts: Generated<number>;
  look_at: Generated<Date>;
}

export interface OpenidKeysTable {
  kid: Fixed<string>;
  algorithm: Fixed<string>;
  public_jwk: JSONColumnType<Record<string, unknown>>;
  sealed_private_jwk: Buffer;
  created_at: Fixed<Date>;
  signs_from: Fixed<Date>;
}

export interface OpenidTables {
  openid_clients: OpenidClientsTable;
  openid_client_days: OpenidClientDaysTable;
  openid_consents: OpenidConsentsTable;
  openid_guardian_consents: OpenidGuardianConsentsTable;
  openid_artefacts: OpenidArtefactsTable;
  openid_logins: OpenidLoginsTable;
  openid_keys: OpenidKeysTable;
}
