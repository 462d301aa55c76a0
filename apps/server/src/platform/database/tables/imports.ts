/** Kysely's types of the tables of imports, which `0104_imports.sql` defines. */
import type { FieldValue } from '@rollcall/contract';
import type { ImportState } from '@rollcall/contract/console';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** A column that is never updated. */
type Fixed<T> = ColumnType<T, T, never>;

export interface ImportColumn {
  readonly heading: string;
  /** What it was taken for; null: it is left out. */
  readonly field: string | null;
}

/** What a row says of a person, in the form that is stored. */
export interface ImportedPerson {
  readonly fullname?: string;
  readonly grade?: number;
  readonly birth_year?: number;
  readonly guardian?: string;
  /** Milliseconds since 1970. */
  readonly made_at?: number;
  /** Of custom fields, by key. */
  readonly custom?: Readonly<Record<string, FieldValue>>;
  /** A hash that can be compared. */
  readonly hash?: string;
  /** A fast digest as the file has it; it is wrapped before it is kept with an account. */
  readonly digest?: string;
}

export interface ImportFault {
  /** Of the file, from 0; null: the row as a whole. */
  readonly column: number | null;
  readonly why: string;
  /** Another row that it is about. */
  readonly row?: number;
}

/** What a change replaced, and by what. */
export interface ImportChange {
  readonly fullname?: readonly [string | null, string];
  readonly grade?: readonly [number | null, number];
}

export interface ImportsTable {
  id: Fixed<string>;
  name: Fixed<string>;
  pid: Fixed<string>;
  created_at: Fixed<Date>;
  created_by: Fixed<string>;
  state: ImportState;
  columns: JSONColumnType<readonly ImportColumn[], string | undefined>;
  rows: Generated<number>;
  run_at: Date | null;
  ended_at: Date | null;
  tell_hourly: number | null;
  told_to: Date | null;
}

export interface ImportRowsTable {
  import_id: Fixed<string>;
  row: Fixed<number>;
  cells: JSONColumnType<readonly string[]> | null;
  person: JSONColumnType<ImportedPerson> | null;
  faults: JSONColumnType<readonly ImportFault[], string | undefined>;
  phone: string | null;
  email: string | null;
  username: string | null;
  group_name: string | null;
  fate: 'make' | 'change' | 'leave' | 'fault' | null;
  account_id: string | null;
  before: JSONColumnType<ImportChange> | null;
  acted_at: Date | null;
  told: Generated<boolean>;
  undone: boolean | null;
}

export interface ImportTables {
  imports: ImportsTable;
  import_rows: ImportRowsTable;
}
