/** Kysely's types of usage reporting's tables, which `0004_usage.sql`, `0042_usage_partitions.sql` and `0048_usage_log_identity.sql` define. */
import type { ConsentKind } from '@rollcall/contract';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

/** Granted consent kinds: version of the text agreed to, and time (ms since 1970, the device's clock). */
export type Granted = { readonly [K in ConsentKind]?: { readonly version: string; readonly at: number } };

export interface UsageConsentsTable {
  event_id: Fixed<string>;
  record: Fixed<string>;
  product: Fixed<string>;
  at: Fixed<Date>;
  received_at: Fixed<Date>;
  granted: JSONColumnType<Granted, string, never>;
}

export interface UsageConsentSubjectsTable {
  record: Fixed<string>;
  kind: Fixed<'user' | 'device'>;
  value: Fixed<string>;
  /** Of a user: whether the sender proved it; null: unknown, from before proofs. */
  proved: boolean | null;
}

export interface UsageJobsTable {
  id: Fixed<string>;
  kind: Fixed<'export' | 'erasure'>;
  subject_kind: Fixed<'user' | 'device'>;
  subject: Fixed<string>;
  account_id: string | null;
  asked_by: Fixed<'account' | 'operator' | 'guardian' | 'deletion'>;
  state: Generated<'waiting' | 'running' | 'done' | 'cancelled' | 'expired'>;
  share: Generated<number>;
  events: Generated<number>;
  bytes: Generated<number>;
  reached: string | null;
  cancel_asked: Generated<boolean>;
  tries: Generated<number>;
  not_before: Date;
  created_at: Fixed<Date>;
  finished_at: Date | null;
  expires_at: Date | null;
  /** Of an erasure that is done: when it is gone from the disk at the latest, and since when it was seen to be. */
  clear_by: Date | null;
  cleared_at: Date | null;
  /** The process that works on it, until its lease ends. */
  owner: string | null;
  leased_until: Date | null;
}

export interface UsageExportPartsTable {
  job_id: Fixed<string>;
  at_byte: Fixed<number>;
  content: Fixed<Buffer>;
  finished: Generated<boolean>;
}

export interface UsagePartitionsTable {
  log: Fixed<string>;
  partition: Fixed<number>;
  loaded_to: Generated<number>;
  batch_from: number | null;
  batch_to: number | null;
  last_from: number | null;
  last_digest: string | null;
  lease_owner: string | null;
  lease_until: Date | null;
  lease: Generated<number>;
  generation: Generated<number>;
}

export interface UsageLoadersTable {
  name: Fixed<string>;
  log: Fixed<string>;
  alive_until: Date;
}

export interface UsageNamesTable {
  digest: Fixed<Buffer>;
  seen_at: Date;
}

export interface UsageProductsTable {
  product: Fixed<string>;
  admitted_at: Fixed<Date>;
}

export interface UsageQuarantineTable {
  id: Generated<number>;
  at: Fixed<Date>;
  bytes: Fixed<number>;
  entry: Fixed<string>;
}

export interface UsageErasuresTable {
  subject_kind: Fixed<'user' | 'device'>;
  subject: Fixed<string>;
  received_until: number;
  asked_at: Fixed<Date>;
  sent_at: Date | null;
  gone_at: number | null;
}

export interface UsagePeopleTable {
  one: Generated<boolean>;
  at: number;
}

export interface UsagePeopleChangesTable {
  id: GeneratedAlways<number>;
  account: Fixed<string>;
}

export interface UsageTables {
  usage_people: UsagePeopleTable;
  usage_people_changes: UsagePeopleChangesTable;
  usage_erasures: UsageErasuresTable;
  usage_export_parts: UsageExportPartsTable;
  usage_consents: UsageConsentsTable;
  usage_consent_subjects: UsageConsentSubjectsTable;
  usage_jobs: UsageJobsTable;
  usage_partitions: UsagePartitionsTable;
  usage_loaders: UsageLoadersTable;
  usage_names: UsageNamesTable;
  usage_products: UsageProductsTable;
  usage_quarantine: UsageQuarantineTable;
}
