/** A stored event or report as a row of its table, and back. */
import { createHash } from 'node:crypto';
import { eventKind } from '@rollcall/contract';
import type { StoredReport } from '../record/stored-report.ts';
import type { StoredEvent } from '../record/stored-event.ts';
import { flag, plainColumns, reportColumns } from './columns.ts';
import { derivedColumns, derivedOf } from './derived.ts';

export type Cell = string | number | bigint | boolean | null;
/** Rows as a list of values for each column, in which they travel to the store's process. */
export type Columns = Readonly<Record<string, readonly Cell[]>>;

/** Persons whose hash is remembered. */
const PERSONS = 100_000;
const persons = new Map<string, bigint>();

/**
 * Names a person in the rollups: 64 bits of SHA-256 of the user id, else of the device, else of the process.
 * Two persons of a million share a number with a chance of 3 in 100,000,000.
 * @returns undefined where nothing of the three is known
 */
export const personOf = (event: {
  readonly user?: string | undefined;
  readonly device?: string | undefined;
  readonly process?: string | undefined;
}): bigint | undefined => {
  const name =
    event.user !== undefined
      ? `u${event.user}`
      : event.device !== undefined
        ? `d${event.device}`
        : event.process !== undefined
          ? `p${event.process}`
          : undefined;
  if (name === undefined) return undefined;
  let person = persons.get(name);
  if (person === undefined) {
    person = createHash('sha256').update(name).digest().readBigInt64BE(0);
    if (persons.size >= PERSONS) persons.clear();
    persons.set(name, person);
  }
  return person;
};

export const flagsOf = (event: Pick<StoredEvent, 'sample' | 'bot' | 'dev' | 'trusted'>): number =>
  (event.sample ? flag.sample : 0) |
  (event.bot ? flag.bot : 0) |
  (event.dev ? flag.dev : 0) |
  (event.trusted ? flag.trusted : 0);

const finite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** The rows of events, but for `person`, which the store's process works out. */
export const eventCells = (events: readonly StoredEvent[]): Columns => {
  const derived = events.map(derivedOf);
  return {
    flags: events.map(flagsOf),
    ...Object.fromEntries(derivedColumns.map(name => [name, derived.map(each => each[name])])),
    ...Object.fromEntries(
      plainColumns.map(({ name, record, wire, type }) => [
        name,
        events.map((event): Cell => {
          if (record === undefined) return event.kind === eventKind.click ? finite(event.data?.[wire]) : null;
          const value = event[record];
          if (value === undefined) return null;
          return type === 'json' ? JSON.stringify(value) : (value as Cell);
        }),
      ]),
    ),
  };
};

/** The rows of reports. */
export const reportCells = (reports: readonly StoredReport[]): Columns =>
  Object.fromEntries(
    Object.keys(reportColumns).map(name => [
      name,
      reports.map((report): Cell => {
        const value = report[name as keyof StoredReport];
        if (value === undefined) return null;
        return name === 'data' ? JSON.stringify(value) : (value as Cell);
      }),
    ]),
  );

/** The event of a row of `events` as a query gives it; an id as text, numbers as numbers. */
export const eventOf = (row: Readonly<Record<string, unknown>>): StoredEvent => {
  const event: Record<string, unknown> = {};
  for (const { name, record, type } of plainColumns) {
    const value = row[name] ?? null;
    if (record !== undefined && value !== null)
      event[record] = type === 'json' ? (JSON.parse(value as string) as unknown) : value;
  }
  const flags = row['flags'] as number;
  for (const [name, bit] of Object.entries(flag)) if (flags & bit) event[name] = true;
  return event as unknown as StoredEvent;
};
