/**
 * Kysely's types of the console's tables, which `0005_console.sql`, `0020_operator_links_and_audit_chain.sql` and
 * `0023_audit_runs.sql` define.
 */
import type { Role, Scope } from '@rollcall/contract/console';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Words = { 'zh-CN': string; en: string };
type Fixed<T> = ColumnType<T, T, never>;
type Facts = ColumnType<Record<string, unknown> | null, string | null, never>;

export interface OperatorsTable {
  id: Fixed<string>;
  name: Fixed<string>;
  role: Role;
  password_hash: string;
  created_at: Fixed<Date>;
  disabled_at: Date | null;
  last_signed_in_at: Date | null;
  /** When somebody else may have come behind it last; null: not since it was made. */
  renewed_at: Date | null;
}

export interface OperatorSessionsTable {
  id: Fixed<string>;
  hash: Fixed<Buffer>;
  operator_id: Fixed<string>;
  created_at: Fixed<Date>;
  last_used_at: Date;
  proved_at: Date;
  user_agent: Fixed<string>;
  address: Fixed<string>;
}

export interface OperatorLinksTable {
  id: Fixed<string>;
  hash: Fixed<Buffer>;
  kind: Fixed<'first-run' | 'invitation' | 'password'>;
  role: Fixed<Role>;
  operator_id: Fixed<string | null>;
  /** The maker's name, as it is shown. */
  made_by: Fixed<string | null>;
  maker_id: Fixed<string | null>;
  created_at: Fixed<Date>;
  expires_at: Fixed<Date | null>;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: Fixed<Date>;
  operator_id: Fixed<string | null>;
  operator_name: Fixed<string | null>;
  act: Fixed<string>;
  subject: Fixed<string | null>;
  before: Facts;
  after: Facts;
  address: Fixed<string>;
  request_id: Fixed<string>;
  /** Set by a trigger. */
  hash: ColumnType<Buffer, never, never>;
}

export interface AuditFailuresTable {
  network: Fixed<string>;
  hour: Fixed<Date>;
  count: number;
}

export interface AuditCheckpointsTable {
  id: Fixed<number>;
  deleted: Fixed<boolean>;
  hash: Fixed<Buffer>;
  at: Fixed<Date>;
  mac: Buffer;
}

export interface AuditRunsTable {
  one: Generated<boolean>;
  at: Date;
  jumped_at: Date | null;
  checked_at: Date | null;
  mac: Buffer;
}

export interface AccountBlocksTable {
  account_id: Fixed<string>;
  reason: string;
  operator_name: string;
}

export interface AgreementDraftsTable {
  code: Fixed<string>;
  pid: Fixed<string>;
  needs_signature: boolean;
  title: JSONColumnType<Words>;
  body: JSONColumnType<Words>;
  base_version: number;
  revision: number;
  changed_at: Date;
  changed_by: string;
}

export interface SignInRefusalsTable {
  id: Generated<number>;
  identity: Fixed<Buffer>;
  kind: Fixed<string>;
  at: Fixed<Date>;
  call: Fixed<string>;
  refusal: Fixed<string>;
  rule_required: Fixed<boolean>;
  address: Fixed<string>;
  /** Of a refused human verification: the challenge that was shown. */
  rule: Fixed<string | null>;
}

/** One row: the newest sign-in of the installation. */
interface LastSignInTable {
  one: Generated<boolean>;
  at: Date;
}

export interface SignInCountsTable {
  hour: Date;
  call: string;
  outcome: string;
  count: number;
}

export interface SignInClientCountsTable {
  hour: Date;
  platform: string;
  product: string;
  sdk: string;
  outcome: string;
  count: number;
}

export interface MessageCountsTable {
  hour: Date;
  sender: string;
  channel: string;
  purpose: string;
  outcome: 'sent' | 'limited' | 'failed';
  count: number;
}

export interface ChallengeCountsTable {
  hour: Date;
  provider: string;
  outcome: string;
  count: number;
}

export interface ServiceStatesTable {
  service: string;
  worked_at: Date | null;
  failing_since: Date | null;
  failed_at: Date | null;
}

export interface MessageFailuresTable {
  id: Generated<number>;
  at: Fixed<Date>;
  sender: Fixed<string>;
  channel: Fixed<string>;
  purpose: Fixed<string>;
  outcome: Fixed<string>;
  reason: Fixed<string | null>;
}

export interface ServiceTokensTable {
  id: Fixed<string>;
  /** SHA-256 of the token. */
  digest: Fixed<Buffer>;
  name: Fixed<string>;
  purpose: Fixed<string>;
  scopes: Fixed<Scope[]>;
  addresses: Fixed<string[]>;
  per_minute: Fixed<number>;
  created_at: Fixed<Date>;
  created_by: Fixed<string>;
  expires_at: Fixed<Date>;
  ended_at: Date | null;
  ended_by: string | null;
  last_used_at: Date | null;
  last_used_address: string | null;
  /** When the minute began in which requests are counted. */
  minute_at: Date | null;
  minute_count: Generated<number>;
}

export interface SettingsTable {
  name: Fixed<string>;
  /** Null: taken back. */
  value: string | null;
  /** Counts the changes. */
  version: number;
  changed_at: Date;
  changed_by: string;
}

export interface ApiWritesTable {
  token_id: Fixed<string>;
  key: Fixed<string>;
  digest: Fixed<Buffer>;
  answer: ColumnType<unknown, string, never>;
  at: Fixed<Date>;
}

/** Written by triggers. */
export interface AccountChangesTable {
  account_id: Fixed<string>;
  changed_at: ColumnType<Date, never, never>;
  deleted: ColumnType<boolean, never, never>;
}

export interface ConsoleTables {
  operators: OperatorsTable;
  operator_sessions: OperatorSessionsTable;
  operator_links: OperatorLinksTable;
  audit_log: AuditLogTable;
  audit_failures: AuditFailuresTable;
  audit_checkpoints: AuditCheckpointsTable;
  audit_runs: AuditRunsTable;
  account_blocks: AccountBlocksTable;
  agreement_drafts: AgreementDraftsTable;
  sign_in_refusals: SignInRefusalsTable;
  sign_in_counts: SignInCountsTable;
  last_sign_in: LastSignInTable;
  sign_in_client_counts: SignInClientCountsTable;
  message_counts: MessageCountsTable;
  challenge_counts: ChallengeCountsTable;
  service_states: ServiceStatesTable;
  message_failures: MessageFailuresTable;
  service_tokens: ServiceTokensTable;
  settings: SettingsTable;
  api_writes: ApiWritesTable;
  account_changes: AccountChangesTable;
}
