/**
 * Whether what people need to get in works, as one list: for the overview, and as a detail of `/readyz`. What was not seen to work
 * of late is unknown, never good.
 */
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnswerOf } from '@rollcall/contract';
import { type ConsoleCalls, usageLagShown } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Channel, Sender } from '../../messages/messages.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { UsageLag } from './overview.ts';
import {
  AHEAD,
  failingAt,
  PROVED,
  readServiceStates,
  senderService,
  type ServiceState,
} from './service-states.ts';

type Items = AnswerOf<ConsoleCalls['getHealth']>['items'];
type Item = Items[number];

const HOUR = 3600 * 1000;
/** Milliseconds behind from which the loading of events is bad. */
const LAG_BAD = 15 * 60_000;
/** Free bytes of the disk below which it is short, and bad. */
const DISK_SHORT = 5 * 1024 ** 3;
const DISK_BAD = 512 * 1024 ** 2;
/** How old a daily backup is at most, with time for its run. */
const BACKUP_AGE = 36 * HOUR;
/** Milliseconds after its time from which a job counts as not run, and from which it is one that no version has any more. */
const JOB_LATE = HOUR / 4;
const JOB_GONE = 7 * 24 * HOUR;

/** The file that a backup touches at its end, in the data folder. */
export const BACKUP_MARK = 'last-backup';

export interface HealthParts {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  /** Message senders in the order in which they are tried. */
  readonly senders: readonly Pick<Sender, 'name' | 'channels'>[];
  /** The vendors of challenges that are configured, as rules name them (`GEETEST`). */
  readonly verification: readonly string[];
  readonly thirdParties: readonly ('wechat' | 'qq')[];
  readonly usageLag: UsageLag | undefined;
  /** The data folder. */
  readonly data: string;
  /** Writes what this server saw and has not written yet. */
  readonly flush: () => Promise<void>;
}

export interface SchoolHealth {
  read(): Promise<{ readonly at: number; readonly items: Items }>;
}

const plain = { channel: null, value: null } as const;

/** A service that fails has the state `failing`. */
const serviceItem = (
  known: ServiceState | undefined,
  at: number,
  failing: 'warning' | 'bad',
): Pick<Item, 'state' | 'since'> => {
  const since = failingAt(known, at);
  if (since !== undefined) return { state: failing, since };
  const { workedAt, failingSince } = known ?? {};
  if (workedAt === undefined || workedAt > at + AHEAD) return { state: 'unknown', since: null };
  const proved = failingSince === undefined && workedAt > at - PROVED;
  return { state: proved ? 'good' : 'unknown', since: workedAt };
};

const senderItems = (
  senders: HealthParts['senders'],
  states: ReadonlyMap<string, ServiceState>,
  at: number,
): Items => {
  const known = ({ name }: Pick<Sender, 'name'>, channel: Channel) =>
    states.get(senderService(name, channel));
  return senders.flatMap(sender =>
    [...sender.channels].map((channel): Item => {
      const able = senders.filter(({ channels }) => channels.includes(channel));
      // One that was never tried may do its work.
      const all = able.every(one => failingAt(known(one, channel), at) !== undefined);
      const item = serviceItem(known(sender, channel), at, all ? 'bad' : 'warning');
      return { kind: 'sender', name: sender.name, channel, value: null, ...item };
    }),
  );
};

/** The built-in challenge judges where every vendor fails. */
const verificationItems = (
  configured: readonly string[],
  states: ReadonlyMap<string, ServiceState>,
  at: number,
): Items =>
  configured.map(name => ({
    kind: 'verification',
    name,
    ...plain,
    ...serviceItem(states.get(`challenge:${name}`), at, 'warning'),
  }));

const loaderItem = async (usageLag: UsageLag | undefined, at: number): Promise<Item> => {
  const lag = (await usageLag?.().catch(() => null)) ?? null;
  const late = lag ?? 0;
  const state = lag === null ? 'unknown' : late < usageLagShown ? 'good' : late < LAG_BAD ? 'warning' : 'bad';
  const since = lag === null ? null : at - (state === 'good' ? 0 : Math.round(late));
  return {
    kind: 'loader',
    name: '',
    channel: null,
    state,
    since,
    value: lag === null ? null : Math.round(late),
  };
};

const diskItem = async (data: string, at: number): Promise<Item> => {
  const found = await statfs(data).catch(() => undefined);
  if (!found) return { kind: 'disk', name: '', ...plain, state: 'unknown', since: null };
  const free = found.bavail * found.bsize;
  const state = free < DISK_BAD ? 'bad' : free < DISK_SHORT ? 'warning' : 'good';
  return { kind: 'disk', name: '', channel: null, state, since: state === 'good' ? at : null, value: free };
};

const backupItem = async (data: string, at: number): Promise<Item> => {
  const found = await stat(join(data, BACKUP_MARK)).catch(() => undefined);
  const ended = found ? Math.round(found.mtimeMs) : null;
  const since = ended !== null && ended <= at + AHEAD ? ended : null;
  const state = since === null ? 'unknown' : since > at - BACKUP_AGE ? 'good' : 'warning';
  return { kind: 'backup', name: '', ...plain, state, since };
};

/** Each job that fails or does not run, or all as one. */
const jobItems = async (db: Kysely<Database>, at: number): Promise<Items> => {
  const found = await db
    .selectFrom('job_leases')
    .select(['name', 'due_at', 'started_at', 'leased_until', 'failing_since'])
    .execute();
  const rows = found
    .map(row => ({
      ...row,
      // A process that has the lease runs it now.
      late: (row.leased_until?.getTime() ?? 0) > at ? 0 : at - row.due_at.getTime(),
    }))
    .filter(({ late }) => late < JOB_GONE);
  const failing = rows.flatMap(({ name, late, due_at: due, failing_since: since }): Items => {
    const item = { kind: 'jobs', name, ...plain, state: 'warning' } as const;
    if (late > JOB_LATE) return [{ ...item, since: due.getTime(), value: late }];
    return since ? [{ ...item, since: since.getTime() }] : [];
  });
  if (failing.length > 0) return failing;
  const last = Math.max(...rows.map(({ started_at: started }) => started?.getTime() ?? 0), 0);
  return [
    {
      kind: 'jobs',
      name: '',
      ...plain,
      ...(last > 0 ? { state: 'good', since: last } : { state: 'unknown', since: null }),
    },
  ];
};

const unknownJobs: Items = [{ kind: 'jobs', name: '', ...plain, state: 'unknown', since: null }];

export const createSchoolHealth = (parts: HealthParts): SchoolHealth => {
  const { db, now, log, senders, verification, thirdParties, usageLag, data, flush } = parts;
  /** It is read above all while something is broken: what can't be read is unknown, and keeps nothing else away. */
  const readOr = async <T>(part: string, read: Promise<T>, unknown: T): Promise<T> => {
    try {
      return await read;
    } catch (error) {
      log.warn({ err: error, part }, 'a part of the health of the school could not be read');
      return unknown;
    }
  };
  return {
    read: async () => {
      await readOr('what this server saw', flush(), undefined);
      const at = now();
      const [states, loader, disk, backup, jobs] = await Promise.all([
        readOr<ReadonlyMap<string, ServiceState>>('services', readServiceStates(db), new Map()),
        loaderItem(usageLag, at),
        diskItem(data, at),
        backupItem(data, at),
        readOr('jobs', jobItems(db, at), unknownJobs),
      ]);
      return {
        at,
        items: [
          ...senderItems(senders, states, at),
          ...verificationItems(verification, states, at),
          ...thirdParties.map(
            (name): Item => ({
              kind: 'third-party',
              name,
              ...plain,
              ...serviceItem(states.get(`third-party:${name}`), at, 'warning'),
            }),
          ),
          loader,
          disk,
          backup,
          ...jobs,
        ],
      };
    },
  };
};
