/**
 * Whether what people need to get in works, as one list: for the overview, and as a detail of `/readyz`. What was not seen to work
 * of late is unknown, never good.
 */
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnswerOf } from '@rollcall/contract';
import { type ConsoleCalls, usageLagShown } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Channel, Sender } from '../../messages/messages.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { UsageLag } from './overview.ts';
import { readServiceStates, senderService, type ServiceState } from './service-states.ts';

type Items = AnswerOf<ConsoleCalls['getHealth']>['items'];
type Item = Items[number];

const HOUR = 3600 * 1000;
/** How long it counts that something was seen to work. */
const PROVED = 24 * HOUR;
/** Milliseconds behind from which the loading of events is bad. */
const LAG_BAD = 15 * 60_000;
/** Free bytes of the disk below which it is short, and bad. */
const DISK_SHORT = 5 * 1024 ** 3;
const DISK_BAD = 512 * 1024 ** 2;
/** How old a daily backup is at most, with time for its run. */
const BACKUP_AGE = 36 * HOUR;

/** The file that a backup touches at its end, in the data folder. */
export const BACKUP_MARK = 'last-backup';

export interface HealthParts {
  readonly db: Kysely<Database>;
  readonly now: () => number;
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
  const { workedAt = null, failingSince } = known ?? {};
  if (failingSince !== undefined) return { state: failing, since: failingSince };
  return { state: workedAt !== null && workedAt > at - PROVED ? 'good' : 'unknown', since: workedAt };
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
      const all = able.every(one => known(one, channel)?.failingSince !== undefined);
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
): Items => {
  const failing = [...states].flatMap(([service, { failingSince }]) =>
    service.startsWith('challenge:') && failingSince !== undefined
      ? [service.slice('challenge:'.length)]
      : [],
  );
  return [...new Set([...configured, ...failing])].map(name => ({
    kind: 'verification',
    name,
    ...plain,
    ...serviceItem(states.get(`challenge:${name}`), at, 'warning'),
  }));
};

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
  const since = found ? Math.round(found.mtimeMs) : null;
  const state = since === null ? 'unknown' : since > at - BACKUP_AGE ? 'good' : 'warning';
  return { kind: 'backup', name: '', ...plain, state, since };
};

/** Each job that fails, or all as one. */
const jobItems = async (db: Kysely<Database>): Promise<Items> => {
  const rows = await db.selectFrom('job_leases').select(['name', 'started_at', 'failing_since']).execute();
  const failing = rows.flatMap(({ name, failing_since: since }) =>
    since ? [{ name, since: since.getTime() }] : [],
  );
  if (failing.length > 0)
    return failing.map(({ name, since }) => ({ kind: 'jobs', name, ...plain, state: 'warning', since }));
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

export const createSchoolHealth = (parts: HealthParts): SchoolHealth => {
  const { db, now, senders, verification, thirdParties, usageLag, data, flush } = parts;
  return {
    read: async () => {
      await flush();
      const at = now();
      const [states, loader, disk, backup, jobs] = await Promise.all([
        readServiceStates(db),
        loaderItem(usageLag, at),
        diskItem(data, at),
        backupItem(data, at),
        jobItems(db),
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
