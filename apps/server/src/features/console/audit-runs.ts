/**
 * The record of the audit log's hourly job: when it ran, when the whole log was last checked, and when the clock jumped. It
 * is signed: without the signature the whole log is checked again.
 */
import { type Kysely, sql } from 'kysely';
import { isMacOf, macOf } from '../../platform/digest.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { AuditKeys } from './audit-checkpoints.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Difference in ms of the server's clock and the database's from which neither is trusted. */
const DISAGREEMENT = HOUR;
/** Time in ms between two runs from which the clock counts as having jumped, forward or back. */
const JUMP = 7 * DAY;
/** Time in ms after a jump in which no entry is deleted, so that a wrong clock is found first. */
const WAIT = 30 * DAY;
/** Interval of checks of the whole log in ms. */
const WHOLE_CHECK_EVERY = DAY;

/** Milliseconds since 1970. */
export interface AuditRun {
  readonly at: number;
  readonly jumpedAt: number | undefined;
  readonly checkedAt: number | undefined;
}

const textOf = ({ at, jumpedAt, checkedAt }: AuditRun): string =>
  `run ${at} ${jumpedAt ?? '-'} ${checkedAt ?? '-'}`;

/**
 * The last run; before the first one the last entry of the log stands for it. @param keys with which it may be signed
 * @returns undefined before the first entry
 */
export const readRun = async (db: Kysely<Database>, keys: AuditKeys): Promise<AuditRun | undefined> => {
  const row = await db.selectFrom('audit_runs').selectAll().executeTakeFirst();
  if (row) {
    const run = {
      at: row.at.getTime(),
      jumpedAt: row.jumped_at?.getTime(),
      checkedAt: row.checked_at?.getTime(),
    };
    if (isMacOf(keys, textOf(run), row.mac)) return run;
  }
  const last = await db
    .selectFrom('audit_log')
    .select('at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && { at: last.at.getTime(), jumpedAt: undefined, checkedAt: undefined };
};

export const saveRun = async (db: Kysely<Database>, key: Buffer, run: AuditRun): Promise<void> => {
  const row = {
    at: new Date(run.at),
    jumped_at: run.jumpedAt === undefined ? null : new Date(run.jumpedAt),
    checked_at: run.checkedAt === undefined ? null : new Date(run.checkedAt),
    mac: macOf(key, textOf(run)),
  };
  await db
    .insertInto('audit_runs')
    .values(row)
    .onConflict(conflict => conflict.column('one').doUpdateSet(row))
    .execute();
};

/** Whether the whole log has to be checked at `at`. A check in the future is that of a clock that was wrong. */
export const isWholeCheckDue = (run: AuditRun | undefined, at: number): boolean =>
  run?.checkedAt === undefined || Math.abs(at - run.checkedAt) >= WHOLE_CHECK_EVERY;

/** What the clocks say: whether entries may be deleted by them, and if not why. */
export type ClockState =
  /** `jumpedAt` is when the clock jumped; no entry is deleted until `until`. */
  | { readonly state: 'jumped'; readonly jumpedAt: number; readonly until: number; readonly now: boolean }
  | { readonly state: 'disagreeing' }
  | { readonly state: 'trusted' };

/**
 * Judges the server's clock `at` by the database's and by the last run. A clock that is a year ahead would have the whole
 * log deleted: after a jump nothing is deleted for a while, also if entries are written by the wrong clock meanwhile.
 */
export const judgeClock = (at: number, database: number, run: AuditRun | undefined): ClockState => {
  if (Math.abs(at - database) > DISAGREEMENT) return { state: 'disagreeing' };
  const now = run !== undefined && Math.abs(at - run.at) > JUMP;
  const jumpedAt = now ? at : run?.jumpedAt;
  if (jumpedAt === undefined || at >= jumpedAt + WAIT) return { state: 'trusted' };
  return { state: 'jumped', jumpedAt, until: jumpedAt + WAIT, now };
};

/** The database's clock in milliseconds since 1970. */
export const databaseClock = async (db: Kysely<Database>): Promise<number> => {
  const { at } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('at')).executeTakeFirstOrThrow();
  return at.getTime();
};
