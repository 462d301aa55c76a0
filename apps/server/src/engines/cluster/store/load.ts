/** Inserts events and reports that are not stored yet. */
import { setImmediate } from 'node:timers/promises';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import type { StoredReport } from '../../../events/record/stored-report.ts';
import { DURATION_STEPS, HOUR } from '../../../events/store/counting.ts';
import { flagsOf, personOf } from '../../../events/store/rows.ts';
import type { ClickHouse } from './client.ts';
import { RowsText } from './rows-text.ts';
import { knownEvents, knownReports } from './known.ts';
import type { StoreLocks } from './locks.ts';
import { eventNames, eventRows, joinNames, joinRows, reportNames, reportRows, wellFormed } from './rows.ts';
import { archivedTo } from './tables.ts';

/** Rows are kept for a day at least, so an event of these milliseconds has not expired. */
const RECENT = 20 * HOUR;

/** What a load brings. */
export interface Records {
  readonly events: readonly StoredEvent[];
  readonly reports: readonly StoredReport[];
}

/** Ids of records that are stored already, or were erased. */
interface Known {
  readonly events: ReadonlySet<string>;
  readonly reports: ReadonlySet<string>;
}

/** Events of which rows are made or written before the process looks after its connections. */
const PIECE = 1_000;

/** Makes rows, and looks after the process's connections in between. @throws ContentError */
const rowsOf = async ({ events, reports }: Records) => {
  const rows: ReturnType<typeof eventRows>[number][] = [];
  for (let at = 0; at < events.length; at += PIECE) {
    await setImmediate();
    rows.push(...eventRows(events.slice(at, at + PIECE)));
  }
  await setImmediate();
  return { rows, ofReports: reportRows(reports), joins: joinRows(events) };
};

/** Writes rows as they are sent, and looks after the process's connections in between. */
const textsOf = async (rows: ReturnType<typeof eventRows>): Promise<readonly RowsText[]> => {
  const texts: RowsText[] = [];
  for (let at = 0; at < rows.length; at += PIECE) {
    await setImmediate();
    texts.push(new RowsText(rows.slice(at, at + PIECE)));
  }
  return texts;
};

const knownOf = async (store: ClickHouse, { events, reports }: Records): Promise<Known> => {
  const ids = new Set(events.map(({ id }) => id.toLowerCase()));
  const [ofEvents, ofReports] = await Promise.all([
    knownEvents(store, [...ids]),
    knownReports(store, reports),
  ]);
  return { events: ofEvents, reports: ofReports };
};

export interface LoadContext {
  readonly store: ClickHouse;
  readonly locks: Pick<StoreLocks, 'loadingOld'>;
  readonly now: () => number;
}

/**
 * Joins go first and the events last: a repeated load leaves out the events that are there, and their joins are there, too.
 * @param token by which a block that comes again is left out, while the first one may still be under way
 * @returns how many events were stored already
 * @throws ContentError where a record can't be stored: none is then
 */
export const insertNew = async (context: LoadContext, records: Records, token: string): Promise<number> => {
  const { store, locks, now } = context;
  const { events, reports } = records;
  const looking = knownOf(store, records);
  const looked = looking.catch(() => {});
  const {
    rows,
    ofReports,
    joins: ofAll,
  } = await rowsOf(records).catch(async (error: unknown) => {
    // A refused batch comes again in parts, whose look-ups would run beside this one.
    await looked;
    throw error;
  });
  const known = await looking;
  const seen = new Set(known.events);
  // After the ids: what expires in between is found by one or the other.
  const isGone = events.some(({ time }) => time < now() - RECENT) ? await expiredOf(store) : () => false;
  const fresh = events.flatMap((event, at) => {
    const id = event.id.toLowerCase();
    if (seen.has(id) || isGone(event)) return [];
    seen.add(id);
    return [at];
  });
  const some = fresh.flatMap(at => events[at] ?? []);
  const seenReports = new Set(known.reports);
  const freshReports = ofReports.filter((_, at) => {
    const id = reports[at]?.id ?? '';
    return !seenReports.has(id) && seenReports.add(id);
  });
  const oldest = some.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const old = oldest < now() - RECENT;
  // Mostly all are new.
  const joins = some.length === events.length ? ofAll : joinRows(some);
  const insert = async () => {
    const [texts] = await Promise.all([
      textsOf(fresh.flatMap(at => [rows[at] ?? []])),
      store.insert('device_users', joinNames, joins, token),
    ]);
    if (old) await insertExpired(store, some, token);
    await store.insert('events', eventNames, texts, token);
    await store.insert('reports', reportNames, freshReports, token);
  };
  await (old ? locks.loadingOld(insert) : insert());
  return events.length - some.length;
};

/**
 * Which events have expired: rows and ids received so long ago are gone, so nothing tells whether they are counted.
 * They were,
 * unless the loader stood still for as long: the log was put back from an older copy.
 */
const expiredOf = async (store: ClickHouse): Promise<(event: StoredEvent) => boolean> => {
  const [row] = await store.lookUp<{ rows: number; ids: number }>(
    "SELECT maxIf(value, name = 'rows_from') AS rows, maxIf(value, name = 'ids_from') AS ids FROM meta",
  );
  const { rows = 0, ids = 0 } = row ?? {};
  return ({ time, received, sample }) => !sample && time < rows && received < Math.max(rows, ids);
};

/** Adds events of hours whose sums are archived to the archives; their rows stay until the next expiry. */
const insertExpired = async (
  store: ClickHouse,
  events: readonly StoredEvent[],
  token: string,
): Promise<void> => {
  const [row] = await store.lookUp<{ hour: number }>(`SELECT ${archivedTo} AS hour`);
  const before = (row?.hour ?? 0) * HOUR;
  const old = events.filter(({ time }) => time < before);
  if (old.length === 0) return;
  await store.insert(
    'hourly_archive',
    ['hour', 'product', 'platform', 'kind', 'key', 'flags', 'step', 'events', 'duration'],
    old.map(event => [
      Math.floor(event.time / HOUR),
      wellFormed(event.product),
      wellFormed(event.platform ?? ''),
      event.kind,
      wellFormed(event.key),
      flagsOf(event),
      event.duration === undefined ? -1 : Math.floor(Math.log(event.duration + 1) * DURATION_STEPS),
      1,
      event.duration ?? 0,
    ]),
    token,
  );
  await store.insert(
    'active_persons_archive',
    ['hour', 'product', 'platform', 'flags', 'person', 'first_at'],
    old.flatMap(event => {
      const person = personOf(event);
      if (person === undefined || event.kind > 2) return [];
      return [
        [
          Math.floor(event.time / HOUR),
          wellFormed(event.product),
          wellFormed(event.platform ?? ''),
          flagsOf(event),
          String(person),
          event.time,
        ],
      ];
    }),
    token,
  );
};
