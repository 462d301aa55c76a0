/** What the server and the store's process say to each other. */
import type { Offset } from '../../../events/log/event-log.ts';
import type { Subject } from '../../../events/record/subject.ts';
import type { SentError } from '../../../events/store/errors.ts';
import type { ResultRow, Values } from '../../../events/store/query-client.ts';
import type { PeopleChange } from '../../../events/store/people.ts';
import type { Columns } from '../../../events/store/rows.ts';

export interface StoreSettings {
  /** Absolute path of the folder that holds the file. */
  readonly folder: string;
  /** Bytes that the database may take. */
  readonly memory: number;
  /** Absolute path of another folder, into which it may write files; it must exist. */
  readonly exports?: string | undefined;
}

/** The part of the log that a batch holds. */
export interface LogRange {
  /** The log's identity, which may be empty. */
  readonly log: string;
  readonly partition: number;
  readonly from: Offset;
  readonly to: Offset;
}

/** What can be asked of the process: each with what goes in and what comes back. */
export interface StoreCalls {
  open: {
    readonly in: StoreSettings;
    /** `upgradedFrom`: the version of the file, where it was an earlier one. */
    readonly out: { readonly upgradedFrom: number | undefined };
  };
  loadedTo: { readonly in: Pick<LogRange, 'log' | 'partition'>; readonly out: Offset };
  /** Events and reports, put aside for the `load` of the same number; many calls make one batch. */
  stage: {
    readonly in: { readonly load: number; readonly events: Columns; readonly reports: Columns };
    readonly out: undefined;
  };
  /** Without `range` the place in the log stays where it is; a trial changes nothing. */
  load: {
    readonly in: {
      readonly load: number;
      /** Calls of `stage` that made the batch. */
      readonly parts: number;
      readonly range: LogRange | undefined;
      readonly trial: boolean;
    };
    /** How many events were stored already. */
    readonly out: number;
  };
  moveTo: {
    readonly in: Pick<LogRange, 'log' | 'partition'> & { readonly offset: Offset };
    readonly out: undefined;
  };
  query: {
    readonly in: {
      readonly sql: string;
      readonly values: Values;
      readonly timeout: number;
      readonly light: boolean;
    };
    readonly out: readonly ResultRow[];
  };
  /** `at`: now, in milliseconds since 1970. Answers how many events were of each subject. */
  erase: {
    readonly in: { readonly subjects: readonly Subject[]; readonly at: number };
    readonly out: readonly number[];
  };
  peopleAt: { readonly in: undefined; readonly out: number };
  /** `at`: now, in milliseconds since 1970. `gone`: hashes, as in `person`. */
  changePeople: {
    readonly in: Pick<PeopleChange, 'from' | 'to' | 'all'> & {
      readonly people: Columns;
      readonly gone: readonly bigint[];
      readonly at: number;
    };
    readonly out: boolean;
  };
  eraseSample: { readonly in: { readonly at: number }; readonly out: number };
  /** When the first erasure was whose rows are still in the file's bytes; 0 where there is none. */
  erasedSince: { readonly in: undefined; readonly out: number };
  /** Rewrites the file without erased events. */
  rewrite: { readonly in: undefined; readonly out: undefined };
  /** Milliseconds since 1970; false where the checkpoint has to wait for a query. */
  expire: { readonly in: number; readonly out: boolean };
  /** As `expire`. */
  compact: { readonly in: number; readonly out: boolean };
  close: { readonly in: undefined; readonly out: undefined };
}
export type StoreCallName = keyof StoreCalls;

export type ToProcess =
  | { readonly id: number; readonly call: StoreCallName; readonly in: unknown }
  | { readonly cancel: number };
export type FromProcess =
  | { readonly id: number; readonly out: unknown }
  /** `fatal`: the process ends for it. */
  | { readonly id: number; readonly error: SentError; readonly fatal: boolean };
