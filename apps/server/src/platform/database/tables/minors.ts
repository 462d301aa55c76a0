/** Kysely's types of the tables of guardians. */
import type { ConsentKind, GuardianDecision, OpenidScope } from '@rollcall/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A column that is never updated. */
type Fixed<T> = ColumnType<T, T, never>;

export interface GuardianshipsTable {
  account_id: Fixed<string>;
  phone: string | null;
  created_at: Fixed<Date>;
  due_at: Date | null;
  erase_at: Generated<Date | null>;
  link: Generated<number>;
  link_hash: Generated<Buffer | null>;
  link_at: Generated<Date | null>;
  wrong_codes: Generated<number>;
  language: 'zh-CN' | 'en';
  send_at: Generated<Date | null>;
  send_attempts: Generated<number>;
  counted_link: Generated<number | null>;
  usage_kinds: Generated<ConsentKind[]>;
  agreements_told_at: Generated<Date | null>;
  agreements_checked_at: Generated<Date | null>;
}

/** An agreement that a guardian consented to. */
export interface ConsentedAgreement {
  readonly id: number;
  readonly code: string;
  readonly version: number;
}

interface DecidedClient {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly OpenidScope[];
}

export interface GuardianDecisionsTable {
  id: GeneratedAlways<string>;
  account_id: Fixed<string>;
  phone: Fixed<string>;
  decision: Fixed<GuardianDecision>;
  agreements: ColumnType<readonly ConsentedAgreement[], string, never>;
  decided_at: Fixed<Date>;
  address: Fixed<string>;
  own_device: Fixed<boolean>;
  usage_kinds: ColumnType<readonly ConsentKind[] | null, readonly ConsentKind[] | null | undefined, never>;
  /** Of a decision about a client: what it may learn. */
  client: ColumnType<DecidedClient | null, string | null | undefined, never>;
}

export interface GuardianNumbersTable {
  number: Fixed<Buffer>;
  sent: number;
  last_sent_at: Date;
  blocked_at: Generated<Date | null>;
}

export interface SaidYearsTable {
  name: Fixed<Buffer>;
  birth_year: number;
  said_at: Date;
}

export interface MinorsTables {
  said_years: SaidYearsTable;
  guardianships: GuardianshipsTable;
  guardian_decisions: GuardianDecisionsTable;
  guardian_numbers: GuardianNumbersTable;
}
