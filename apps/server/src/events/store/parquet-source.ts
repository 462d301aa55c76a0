/** What the event store writes into Parquet files, in which other software reads it: one form, whatever engine writes it. */
import { eventKind } from '@rollcall/contract';
import { SCHOOL_OFFSET } from '../../platform/school-zone.ts';
import { flag } from './columns.ts';
import { HOUR } from './counting.ts';
import { derivedColumns } from './derived.ts';

const DAY = 24 * HOUR;

/** The day of a time in the school's zone, as `2026-11-21`. @param time milliseconds since 1970 */
export const dayOf = (time: number): string => new Date(time + SCHOOL_OFFSET).toISOString().slice(0, 10);

/** Milliseconds since 1970, `to` exclusive. */
export const spanOf = (day: string): { readonly from: number; readonly to: number } => {
  const from = Date.parse(`${day}T00:00:00Z`) - SCHOOL_OFFSET;
  return { from, to: from + DAY };
};

/** The number of the day of a time in the column `time`, counted from 1970-01-01. @param divided an integer division */
export const dayNumber = (divided: (value: string, by: number) => string): string =>
  divided(`(time + ${SCHOOL_OFFSET})`, DAY);
export const dayOfNumber = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);

export interface DayOfEvents {
  readonly day: string;
  /** Another text as soon as another set of events is kept of the day. */
  readonly mark: string;
}

/** What one file holds: the events of a day, or what is known of people, or whose devices are. */
export type ParquetContent = { readonly day: string } | 'people' | 'devices';

export interface ParquetSource {
  /** The days before one that have events, in order. */
  exportedDays(before: string): Promise<readonly DayOfEvents[]>;
  /**
   * Writes a new file, without addresses and ids of people and devices.
   * @param path of the file, in the folder that was named when the store was opened
   * @param key hexadecimal; people are named by a hash with it
   * @throws Error where the disk is full; the file may be there in part
   */
  writeParquet(path: string, content: ParquetContent, key: string): Promise<void>;
}

/** How an engine writes what the files need. */
export interface ParquetDialect {
  /** Hexadecimal, in lower case. */
  sha256(text: string): string;
  text(value: string): string;
  bool(condition: string): string;
  masked(column: string, mask: number): string;
}

/** What people do and see; records of consent and of dropped events are no use of the site. */
const kinds = ['custom', 'view', 'click', 'leave'] as const;
export const isExported = `kind in (${kinds.map(kind => eventKind[kind]).join(', ')})`;

const plain = ['time', 'received', 'sequence', 'product', 'key', 'duration', 'data'];
const facts = ['platform', 'language', 'network', 'resolution', 'library', ...derivedColumns];

/** The names of the columns of events. */
export const exportedColumns: readonly string[] = [
  'id',
  ...plain,
  'kind',
  'person',
  'signed_in',
  ...facts,
  ...Object.keys(flag),
];

/** 128 bits, by which nobody is found without the key. @param key SQL of it */
const hashed = (column: string, key: string, { sha256, text }: ParquetDialect): string =>
  `case when ${column} is not null then substring(${sha256(`concat(${key}, ${text(column)})`)}, 1, 32) end as ${column}`;

/** The columns of events, as a list for a SELECT. @param key SQL of the key that people are named with, also below */
export const eventsSelected = (key: string, dialect: ParquetDialect): string =>
  [
    `${dialect.text('id')} as id`,
    ...plain,
    `case kind ${kinds.map(kind => `when ${eventKind[kind]} then '${kind}'`).join(' ')} else '' end as kind`,
    hashed('person', key, dialect),
    `${dialect.bool('user_id is not null')} as signed_in`,
    ...facts,
    ...Object.entries(flag).map(
      ([name, bit]) => `${dialect.bool(`${dialect.masked('flags', bit)} <> 0`)} as ${name}`,
    ),
  ].join(', ');

/** The columns of people. The school's own fields are left out: they may name somebody; of the sign-up there is the day alone. */
export const peopleSelected = (key: string, dialect: ParquetDialect): string =>
  [
    hashed('person', key, dialect),
    'grade',
    `signed_up - mod(signed_up + ${SCHOOL_OFFSET}, ${DAY}) as signed_up`,
    'site',
  ].join(', ');

/** The columns of devices: whose they are, and until when (ms since 1970) what they did without a sign-in is that person's. */
export const devicesSelected = (key: string, dialect: ParquetDialect): string =>
  [hashed('device', key, dialect), hashed('person', key, dialect), 'time'].join(', ');
