/**
 * Processes the reports of beacons after the answer is sent: assigns errors to groups, appends all reports to the event log.
 * Reports beyond the queue's limit are dropped and counted.
 */
import { randomUUID } from 'node:crypto';
import type { Beacon, BeaconReport, ErrorReport, PerformanceReport } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';
import { knownBuilds, knownGroups, saveReleases, saveSightings, type Sighting } from './error-groups.ts';
import { type Device, nameDevice } from '../../platform/describe-device.ts';
import { maskText, maskTexts } from '../../platform/mask.ts';
import { widestNetwork } from '../../platform/networks.ts';
import { NewNames } from '../../platform/new-names.ts';
import { tracedApart } from '../../platform/tracing.ts';
import { culpritOf, fingerprint, othersFingerprint } from './fingerprint.ts';
import { OTHER } from './newest-release.ts';
import type { SourceMaps } from './source-maps.ts';
import type { StoredReport } from '../../events/record/stored-report.ts';

/** Maximum number of queued reports, and the size of a batch. */
export const WAITING = 5_000;
const BATCH = 500;
/**
 * Maximum number of new groups per hour and server, so that invented errors cannot fill the database; a tenth of it for one network.
 * Further errors count in one group of their product, `others`, which alerts see.
 */
const NEW_GROUPS = 500;
const OTHERS = 'others';
/** Maximum number of new products, and of new releases, per hour and server, likewise; further ones count as `other`. */
const NEW_PRODUCTS = 20;
const NEW_RELEASES = 100;
/** Number of releases cached as known, and after how many milliseconds it is kept again that they are reported. */
const KNOWN = 10_000;
const RENEWED = 3_600_000;

/** Reasons of dropped reports: by the page itself, malformed, queue full, event log full. */
export const dropReasons = ['page', 'form', 'waiting', 'log'] as const;
export type DropReason = (typeof dropReasons)[number];

export interface IntakeCounts {
  /** Reports appended to the event log. */
  kept: number;
  /** Those of them that are in the group `others`. */
  others: number;
  readonly dropped: Record<DropReason, number>;
}

export interface Intake {
  /**
   * Queues the reports of a beacon.
   * @param ip its sender, for the budgets alone
   * @param userAgent for the class of device alone, with which performance is kept
   */
  take(beacon: Beacon, ip: string, userAgent?: string): void;
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
  /** Products that are never new. */
  readonly products?: Iterable<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

interface QueuedReport {
  readonly beacon: Pick<Beacon, 'product' | 'release' | 'page'>;
  readonly report: BeaconReport;
  readonly received: number;
  readonly network: string;
  readonly device: DeviceClass | undefined;
}

type DeviceClass = Exclude<Device['kind'], 'other'>;

const classOf = (userAgent: string): DeviceClass | undefined => {
  const { kind } = nameDevice(userAgent);
  return kind === 'other' ? undefined : kind;
};

export const createIntake = ({ append, db, maps, products = [], now, log }: IntakeParts): Intake => {
  const counts: IntakeCounts = { kept: 0, others: 0, dropped: { page: 0, form: 0, waiting: 0, log: 0 } };
  const waiting: QueuedReport[] = [];
  const groups = new NewNames(NEW_GROUPS);
  const productNames = new NewNames(NEW_PRODUCTS);
  const releaseNames = new NewNames(NEW_RELEASES);
  productNames.know(products);
  /** When a release was kept last. */
  const releases = new Map<string, number>();
  let working: Promise<void> | undefined;
  let closed = false;

  const keepGroups = async (
    batch: readonly QueuedReport[],
    sightings: readonly Sighting[],
  ): Promise<void> => {
    const due = new Map<string, { product: string; release: string; at: number }>();
    for (const { beacon, received } of batch) {
      const key = releaseKey(beacon);
      if (received - (releases.get(key) ?? Number.NEGATIVE_INFINITY) >= RENEWED)
        due.set(key, { product: beacon.product, release: beacon.release, at: received });
    }
    await saveReleases(db, [...due.values()]);
    if (releases.size + due.size > KNOWN) releases.clear();
    for (const [key, { at }] of due) releases.set(key, at);
    await saveSightings(db, sightings);
  };

  /** Looks up the names that are new to this process, which may be stored. */
  const recogniseBuilds = async (batch: readonly QueuedReport[]): Promise<void> => {
    const asked = new Map(
      batch.flatMap(({ beacon: { product, release } }) => {
        const key = releaseKey({ product, release });
        return releaseNames.has(key) && productNames.has(product) ? [] : [[key, { product, release }]];
      }),
    );
    for (const build of await knownBuilds(db, [...asked.values()])) {
      if (build.known_product) productNames.recognise([build.product]);
      if (build.known_release) releaseNames.recognise([releaseKey(build)]);
    }
  };

  /** Replaces products and releases beyond the limit by `other`. */
  const withKnownNames = (item: QueuedReport): QueuedReport => {
    const { beacon, received, network } = item;
    if (!productNames.admit(beacon.product, received, network))
      return { ...item, beacon: { ...beacon, product: OTHER, release: OTHER } };
    if (!releaseNames.admit(releaseKey(beacon), received, network))
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
    // Names count as new while the database is away, which is logged below.
    await recogniseBuilds(taken).catch(() => undefined);
    const batch = taken.map(withKnownNames).map(masked);
    const reports: StoredReport[] = [];
    const errors: { readonly index: number; readonly item: QueuedReport; readonly sighting: Occurrence }[] =
      [];
    for (const [index, item] of batch.entries()) {
      const { beacon, report, received } = item;
      if (report.kind === 'error')
        errors.push({ index, item, sighting: await sightingOf(beacon, report, received, maps) });
      else reports.push(stored(item, nameOf(report)));
    }
    const asked = new Set(errors.flatMap(({ sighting: { id } }) => (groups.has(id) ? [] : [id])));
    groups.recognise(await knownGroups(db, [...asked]).catch(() => []));
    const sightings: Sighting[] = [];
    for (const { index, item, sighting: own } of errors) {
      const admitted = groups.admit(own.id, item.received, item.network);
      if (!admitted) counts.others += 1;
      const sighting = admitted ? own : asOther(own);
      const pages = isFirstReport(item) && isFirst(taken[index]?.beacon ?? item.beacon, sighting.id) ? 1 : 0;
      reports.push(stored(item, sighting.id));
      sightings.push({ ...sighting, pages });
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
    take: (beacon, ip, userAgent = '') => {
      counts.dropped.page += beacon.dropped;
      counts.dropped.form += beacon.malformed;
      const room = closed ? 0 : Math.max(0, WAITING - waiting.length);
      counts.dropped.waiting += Math.max(0, beacon.reports.length - room);
      const received = now();
      const network = widestNetwork(ip);
      const measures = beacon.reports.some(({ kind }) => kind === 'performance');
      const device = measures ? classOf(userAgent) : undefined;
      for (const report of beacon.reports.slice(0, room))
        waiting.push({ beacon, report, received, network, device });
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
const masked = ({ beacon, report, ...item }: QueuedReport): QueuedReport => ({
  ...item,
  beacon: { ...beacon, page: maskText(beacon.page) },
  report: maskTexts(report),
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

const networkOf = ({ network }: PerformanceReport) => (network ? { network } : {});

const stored = ({ beacon, report, received, device }: QueuedReport, name: string): StoredReport => {
  const { product, release, page } = beacon;
  const { kind, weight } = report;
  const shared = { id: randomUUID(), product, received, kind, release, page, weight, name };
  switch (report.kind) {
    case 'performance':
      return {
        ...shared,
        value: report.value,
        data: { navigation: report.navigation, ...(device ? { device } : {}), ...networkOf(report) },
      };
    case 'call':
      return { ...shared, value: report.duration, status: report.status };
    case 'error':
      return { ...shared, data: { origin: report.origin } };
    case 'resource':
      return { ...shared, data: { element: report.element, chunk: report.chunk, reason: report.reason } };
  }
};

type Occurrence = Omit<Sighting, 'pages'>;

const isFirstReport = ({ report }: QueuedReport): boolean => report.kind === 'error' && report.first;

/** Without what tells of the error itself, which a stranger may have made up. */
const asOther = (occurrence: Occurrence): Occurrence => ({
  ...occurrence,
  id: othersFingerprint(occurrence.product),
  origin: 'error',
  name: OTHERS,
  message: 'New errors beyond the new groups of an hour',
  culprit: '',
  frames: [],
  trail: [],
});

const sightingOf = async (
  { product, release }: Pick<Beacon, 'product' | 'release'>,
  { origin, name, message, frames: raw, trail, weight }: ErrorReport,
  received: number,
  maps: SourceMaps,
): Promise<Occurrence> => {
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
