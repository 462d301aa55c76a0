/** What the page of a person's data shows, and its file holds. */
import type { AnswerOf, EventRecord, exportAccountData as row, UsageJob } from '@rollcall/contract';
import type { ConsentChange } from '../privacy/use-usage-data.ts';

/** What is kept beside what was recorded of the use. */
export interface KeptData {
  readonly account: AnswerOf<typeof row>;
  /** The name of the profile's grade; undefined: there is none. */
  readonly grade: string | undefined;
  /** The newest exports and erasures. */
  readonly jobs: readonly UsageJob[];
}

/** What was recorded of the use. */
export interface RecordedUse {
  readonly consents: readonly ConsentChange[];
  /** How many events there are. */
  readonly events: number;
  /** The newest of them, the newest first. */
  readonly newest: readonly EventRecord[];
  /** The lines of the export, as the server gave them. */
  readonly usage: Blob;
}

export interface MyData extends KeptData, RecordedUse {}
