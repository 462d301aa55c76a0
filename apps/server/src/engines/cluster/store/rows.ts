/** Events and reports as rows of ClickHouse's tables. Values that a column can't hold are refused here: the server would wrap some. */
import { createHash } from 'node:crypto';
import { ContentError } from '../../../events/record/content-error.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import type { StoredReport } from '../../../events/record/stored-report.ts';
import {
  type Cell,
  type Columns,
  eventCells,
  flagsOf,
  personOf,
  reportCells,
} from '../../../events/store/rows.ts';
import { plainColumns, reportColumns } from '../../../events/store/columns.ts';
import { eventColumns } from './tables.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const INT32 = 2 ** 31;
/** Halves of a character, which UTF-8 can't have. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

type Check = (value: NonNullable<Cell>) => boolean;
const whole =
  (least: number, most: number): Check =>
  value =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const int32 = whole(-INT32, INT32 - 1);
const int64 = whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const text: Check = value => typeof value === 'string';
const double: Check = value => typeof value === 'number';
const boolean: Check = value => typeof value === 'boolean';

const byType: Readonly<Record<string, Check>> = {
  uuid: value => typeof value === 'string' && UUID.test(value),
  text,
  json: text,
  int: int32,
  bigint: int64,
  double,
  bool: boolean,
};
const eventChecks: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(plainColumns.map(({ name, type }) => [name, byType[type] ?? text])),
  kind: whole(0, 255),
};
const reportTypes: Readonly<Record<string, Check>> = {
  VARCHAR: text,
  BIGINT: int64,
  DOUBLE: double,
  INTEGER: int32,
  BOOLEAN: boolean,
};
const reportChecks: Readonly<Record<string, Check>> = Object.fromEntries(
  Object.entries(reportColumns).map(([name, type]) => [name, reportTypes[type] ?? text]),
);
const nullable = (types: Readonly<Record<string, string>>, name: string): boolean =>
  /Nullable/.test(types[name] ?? '');

/** Text as UTF-8 can have it. */
export const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, '\u{fffd}');

/** A cell as JSON carries it. @throws ContentError */
const sendable = (value: Cell, name: string, check: Check | undefined, mayLack: boolean): Cell => {
  if (value === null) {
    if (mayLack) return null;
    throw new ContentError(`${name} is missing`);
  }
  if (check && !check(value)) throw new ContentError(`${name} can't be ${String(value).slice(0, 100)}`);
  return typeof value === 'string' ? wellFormed(value) : value;
};

export const eventNames: readonly string[] = Object.keys(eventColumns);
export const reportNames: readonly string[] = Object.keys(reportColumns);

const transposed = (
  columns: Columns,
  names: readonly string[],
  length: number,
  checked: (value: Cell, name: string) => Cell,
): readonly (readonly Cell[])[] =>
  Array.from({ length }, (_, row) => names.map(name => checked(columns[name]?.[row] ?? null, name)));

/** Rows of `events`, in the order of `eventNames`. @throws ContentError */
export const eventRows = (events: readonly StoredEvent[]): readonly (readonly Cell[])[] => {
  // Text, since JSON carries no 64 bits.
  const person = events.map(event => personOf(event)?.toString() ?? null);
  return transposed({ ...eventCells(events), person }, eventNames, events.length, (value, name) =>
    name === 'person' ? value : sendable(value, name, eventChecks[name], nullable(eventColumns, name)),
  );
};

const REPORT_OPTIONAL = new Set(['value', 'status', 'data', 'sample']);

/** Rows of `reports`, in the order of `reportNames`. @throws ContentError */
export const reportRows = (reports: readonly StoredReport[]): readonly (readonly Cell[])[] =>
  transposed(reportCells(reports), reportNames, reports.length, (value, name) =>
    sendable(value, name, reportChecks[name], REPORT_OPTIONAL.has(name)),
  );

/** Rows of `device_users` that events make: the first of each device, user and flags. */
export const joinNames = ['device', 'person', 'flags', 'first'] as const;
export const joinRows = (
  events: readonly StoredEvent[],
): readonly (readonly (Cell | readonly Cell[])[])[] => {
  const firsts = new Map<string, StoredEvent>();
  for (const event of events) {
    if (event.user === undefined || event.device === undefined) continue;
    const name = `${flagsOf(event)} ${event.device.length} ${event.device}${event.user}`;
    const known = firsts.get(name);
    if (!known || precedes(event, known)) firsts.set(name, event);
  }
  return [...firsts.values()].map(event => [
    String(personOf({ device: event.device })),
    String(personOf(event)),
    flagsOf(event),
    [event.time, event.sequence, event.id.toLowerCase()],
  ]);
};

const precedes = (one: StoredEvent, other: StoredEvent): boolean =>
  (one.time - other.time ||
    one.sequence - other.sequence ||
    (one.id.toLowerCase() < other.id.toLowerCase() ? -1 : 1)) < 0;

/** Names records by their ids, in the order of the log. */
export const digestOf = (ids: readonly string[]): string =>
  createHash('sha256').update(ids.join()).digest('hex').slice(0, 32);
