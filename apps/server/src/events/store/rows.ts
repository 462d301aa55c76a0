/** A stored event or report as a row of its table, and back. */
import { createHash } from 'node:crypto';
import type { StoredReport } from '../record/stored-report.ts';
import type { StoredEvent } from '../record/stored-event.ts';
import { eventColumns, flag, reportColumns } from './tables.ts';

export type Cell = string | number | bigint | boolean | null;
type Row<Columns> = { readonly [Name in keyof Columns]: Cell };

/** Persons whose hash is remembered. */
const PERSONS = 100_000;
const persons = new Map<string, bigint>();

/**
 * Names a person in the sums: 64 bits of SHA-256 of the user id, else of the device, else of the process.
 * Two persons of a million share a number with a chance of 3 in 100,000,000.
 * @returns undefined where nothing of the three is known
 */
export const personOf = (event: Pick<StoredEvent, 'user' | 'device' | 'process'>): bigint | undefined => {
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

const flagsOf = (event: Pick<StoredEvent, 'sample' | 'bot' | 'dev'>): number =>
  (event.sample ? flag.sample : 0) | (event.bot ? flag.bot : 0) | (event.dev ? flag.dev : 0);

const CLICK = 2;
const finite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** The row of an event. */
export const eventRow = (event: StoredEvent): Row<typeof eventColumns> => {
  const click = event.kind === CLICK ? event.data : undefined;
  return {
    id: event.id,
    product: event.product,
    time: event.time,
    device_time: event.deviceTime,
    received: event.received,
    sequence: event.sequence,
    kind: event.kind,
    key: event.key,
    data: event.data === undefined ? null : JSON.stringify(event.data),
    duration: event.duration ?? null,
    open: event.open ?? null,
    flags: flagsOf(event),
    process: event.process ?? null,
    library: event.library ?? null,
    user_id: event.user ?? null,
    platform: event.platform ?? null,
    language: event.language ?? null,
    user_agent: event.userAgent ?? null,
    network: event.network ?? null,
    density: event.density ?? null,
    cpu: event.cpu ?? null,
    resolution: event.resolution ?? null,
    device: event.device ?? null,
    ip: event.ip ?? null,
    person: personOf(event) ?? null,
    x: finite(click?.['x']),
    y: finite(click?.['y']),
    w: finite(click?.['w']),
    h: finite(click?.['h']),
  };
};

/** The row of a report. */
export const reportRow = (report: StoredReport): Row<typeof reportColumns> => ({
  id: report.id,
  product: report.product,
  received: report.received,
  kind: report.kind,
  release: report.release,
  page: report.page,
  weight: report.weight,
  name: report.name,
  value: report.value ?? null,
  status: report.status ?? null,
  data: report.data === undefined ? null : JSON.stringify(report.data),
  sample: report.sample ?? null,
});

/** The event of a row of `events` as a query gives it; an id as text, numbers as numbers. */
export const eventOf = (row: Readonly<Record<string, unknown>>): StoredEvent => {
  const flags = row['flags'] as number;
  const data = row['data'] as string | null;
  const event: Record<string, unknown> = {
    id: row['id'],
    product: row['product'],
    time: row['time'],
    deviceTime: row['device_time'],
    received: row['received'],
    sequence: row['sequence'],
    kind: row['kind'],
    key: row['key'],
    data: data === null ? null : (JSON.parse(data) as unknown),
    duration: row['duration'],
    open: row['open'],
    dev: flags & flag.dev ? true : null,
    sample: flags & flag.sample ? true : null,
    process: row['process'],
    library: row['library'],
    user: row['user_id'],
    platform: row['platform'],
    language: row['language'],
    userAgent: row['user_agent'],
    network: row['network'],
    density: row['density'],
    cpu: row['cpu'],
    resolution: row['resolution'],
    device: row['device'],
    ip: row['ip'],
    bot: flags & flag.bot ? true : null,
  };
  for (const name of Object.keys(event)) if (event[name] === null) delete event[name];
  return event as unknown as StoredEvent;
};
