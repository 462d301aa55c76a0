/**
 * Processes the reports of beacons after the answer is sent: assigns errors to groups, appends all reports to the event log.
 * Reports beyond the queue's limit are dropped and counted.
 */
import { randomUUID } from 'node:crypto';
import type { Beacon, BeaconReport, ErrorReport } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';
import { listReleases, saveReleases, saveSightings, type Sighting } from './error-groups.ts';
import { maskText, maskTexts } from '../../platform/mask.ts';
import { NewNames } from '../../platform/new-names.ts';
import { tracedApart } from '../../platform/tracing.ts';
import { culpritOf, fingerprint } from './fingerprint.ts';
import type { SourceMaps } from './source-maps.ts';
import type { StoredReport } from '../../events/record/stored-report.ts';

/** Maximum number of queued reports, and the size of a batch. */
export const WAITING = 5_000;
const BATCH = 500;
/** Maximum number of new groups per hour and server, so that invented errors cannot fill the database. */
const NEW_GROUPS = 500;
/** Maximum number of new products, and of new releases, per hour and server; further ones count as `other`. */
const NEW_PRODUCTS = 20;
const NEW_RELEASES = 50;
const OTHER = 'other';
/** Number of releases cached as known. */
const KNOWN = 10_000;

/** Reasons of dropped reports: by the page itself, malformed, queue full, too many new groups, event log full. */
export const dropReasons = ['page', 'form', 'waiting', 'groups', 'log'] as const;
export type DropReason = (typeof dropReasons)[number];

export interface IntakeCounts {
  /** Reports appended to the event log. */
  kept: number;
  readonly dropped: Record<DropReason, number>;
}

export interface Intake {
  /** Queues the reports of a beacon. */
  take(beacon: Beacon): void;
  readonly counts: IntakeCounts;
  /** Resolves when the queue is empty. */
  settled(): Promise<void>;
  /** Processes the queue and accepts no more reports. */
  close(): Promise<void>;
}

export interface IntakeParts {
  /** Appends reports durably to the event log; rejects if it is full. */
  readonly append: (reports: readonly StoredReport[]) => Promise<unknown>;
  readonly db: Kysely<Database>;
  readonly maps: SourceMaps;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

interface QueuedReport {
  readonly beacon: Pick<Beacon, 'product' | 'release' | 'page'>;
  readonly report: BeaconReport;
  readonly received: number;
}

export const createIntake = ({ append, db, maps, now, log }: IntakeParts): Intake => {
  const counts: IntakeCounts = { kept: 0, dropped: { page: 0, form: 0, waiting: 0, groups: 0, log: 0 } };
  const waiting: QueuedReport[] = [];
  const groups = new NewNames(NEW_GROUPS);
  const productNames = new NewNames(NEW_PRODUCTS);
  const releaseNames = new NewNames(NEW_RELEASES);
  let namesRead = false;
  const releases = new Set<string>();
  let working: Promise<void> | undefined;
  let closed = false;

  const keepGroups = async (
    batch: readonly QueuedReport[],
    sightings: readonly Sighting[],
  ): Promise<void> => {
    const unknown = new Map<string, { product: string; release: string; at: number }>();
    for (const { beacon, received } of batch) {
      const key = releaseKey(beacon);
      if (!releases.has(key))
        unknown.set(key, { product: beacon.product, release: beacon.release, at: received });
    }
    await saveReleases(db, [...unknown.values()]);
    if (releases.size + unknown.size > KNOWN) releases.clear();
    for (const key of unknown.keys()) releases.add(key);
    await saveSightings(db, sightings);
  };

  /** Reads the products and releases of earlier runs, which are not new. */
  const readNames = async (): Promise<void> => {
    if (namesRead) return;
    const known = await listReleases(db, KNOWN);
    productNames.know(known.map(({ product }) => product));
    releaseNames.know(known.map(releaseKey));
    namesRead = true;
  };

  /** Replaces products and releases beyond the limit by `other`. */
  const withKnownNames = (item: QueuedReport): QueuedReport => {
    const { beacon, received } = item;
    if (!productNames.admit(beacon.product, received))
      return { ...item, beacon: { ...beacon, product: OTHER, release: OTHER } };
    if (!releaseNames.admit(releaseKey(beacon), received))
      return { ...item, beacon: { ...beacon, release: OTHER } };
    return item;
  };

  /** Page views that were counted, by their beacon: one with two messages of a group counts once. */
  const counted = new WeakMap<object, Set<string>>();
  const isFirst = (beacon: object, id: string): boolean => {
    const groups = counted.get(beacon) ?? new Set();
    counted.set(beacon, groups);
    return groups.size < groups.add(id).size;
  };

  const work = async (taken: readonly QueuedReport[]): Promise<void> => {
    // Repeated with the next batch; a database that is away is logged below.
    await readNames().catch(() => undefined);
    const batch = taken.map(withKnownNames).map(masked);
    const reports: StoredReport[] = [];
    const sightings: Sighting[] = [];
    for (const [index, item] of batch.entries()) {
      const { beacon, report, received } = item;
      if (report.kind !== 'error') {
        reports.push(stored(item, nameOf(report)));
        continue;
      }
      const sighting = await sightingOf(beacon, report, received, maps);
      if (groups.admit(sighting.id, received)) {
        const pages = report.first && isFirst(taken[index]?.beacon ?? beacon, sighting.id) ? 1 : 0;
        reports.push(stored(item, sighting.id));
        sightings.push({ ...sighting, pages });
      } else counts.dropped.groups += 1;
    }
    // Groups before reports: a report without its group cannot be shown.
    await keepGroups(batch, sightings).catch((error: unknown) =>
      log.warn({ err: error }, 'error groups could not be kept'),
    );
    try {
      if (reports.length > 0) await append(reports);
      counts.kept += reports.length;
    } catch (error) {
      counts.dropped.log += reports.length;
      log.warn({ err: error, reports: reports.length }, 'reports of the monitoring could not be kept');
    }
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      await work(batch).catch((error: unknown) => {
        counts.dropped.log += batch.length;
        log.warn({ err: error }, 'reports of the monitoring could not be read');
      });
    }
    working = undefined;
  };

  /** Not in the trace of the beacon that woke it: it works for others, too. */
  const inOwnTrace = () => tracedApart('monitoring intake', {}, () => Promise.resolve().then(drain));

  const intake: Intake = {
    counts,
    take: beacon => {
      counts.dropped.page += beacon.dropped;
      counts.dropped.form += beacon.malformed;
      const room = closed ? 0 : Math.max(0, WAITING - waiting.length);
      counts.dropped.waiting += Math.max(0, beacon.reports.length - room);
      const received = now();
      for (const report of beacon.reports.slice(0, room)) waiting.push({ beacon, report, received });
      if (waiting.length > 0) working ??= inOwnTrace();
    },
    settled: async () => {
      if (!working) return;
      await working;
      await intake.settled();
    },
    close: async () => {
      closed = true;
      await intake.settled();
    },
  };
  return intake;
};

/** Masks numbers and addresses, which pages that send reports of their own may have left in. */
const masked = ({ beacon, report, received }: QueuedReport): QueuedReport => ({
  beacon: { ...beacon, page: maskText(beacon.page) },
  report: maskTexts(report),
  received,
});

const releaseKey = ({ product, release }: { readonly product: string; readonly release: string }): string =>
  `${product} ${release}`;

const nameOf = (report: Exclude<BeaconReport, ErrorReport>): string => {
  switch (report.kind) {
    case 'performance':
      return report.metric;
    case 'call':
      return `${report.method} ${report.path}`;
    case 'resource':
      return report.address;
  }
};

const stored = ({ beacon, report, received }: QueuedReport, name: string): StoredReport => {
  const { product, release, page } = beacon;
  const { kind, weight } = report;
  const shared = { id: randomUUID(), product, received, kind, release, page, weight, name };
  switch (report.kind) {
    case 'performance':
      return { ...shared, value: report.value, data: { navigation: report.navigation } };
    case 'call':
      return { ...shared, value: report.duration, status: report.status };
    case 'error':
      return { ...shared, data: { origin: report.origin } };
    case 'resource':
      return { ...shared, data: { element: report.element, chunk: report.chunk, reason: report.reason } };
  }
};

const sightingOf = async (
  { product, release }: Pick<Beacon, 'product' | 'release'>,
  { origin, name, message, frames: raw, trail, weight }: ErrorReport,
  received: number,
  maps: SourceMaps,
): Promise<Omit<Sighting, 'pages'>> => {
  const frames = await maps.read(raw, { product, release });
  const id = fingerprint({ product, name, message, frames });
  return {
    id,
    product,
    origin,
    name,
    message,
    culprit: culpritOf(frames),
    frames,
    release,
    first: received,
    last: received,
    count: weight,
    trail,
  };
};
