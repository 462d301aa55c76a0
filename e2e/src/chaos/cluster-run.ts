/** Lets simulated pupils use the installation of `npm run cluster`. */
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePorts } from '../../../apps/server/src/engines/cluster/log/testing/nats.ts';
import { foldersOf, type Installation, startInstallation } from '../../../tools/cluster/installation.ts';
import { type ServerClock, serverClock } from '../server-clock.ts';
import { smallDisk, type SmallDisk } from '../small-disk.ts';
import { clusterPlace } from './cluster-place.ts';
import type { Fault } from './faults.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { pupilsEnv } from './lives.ts';
import { run } from './run.ts';
import { startVendors, type Vendors } from './vendors.ts';

export const PUPILS = 200;
/** Of them, how many have to be answered before a fault is over. */
const SERVED = 30;
/** MB of the disk that each server of an engine has to itself. */
const DISKS = { PostgreSQL: 2048, NATS: 1024, ClickHouse: 512 } as const;

/** The disks of the engines' servers, in the order of `foldersOf`. */
export interface Disks {
  readonly PostgreSQL: readonly SmallDisk[];
  readonly NATS: readonly SmallDisk[];
  readonly ClickHouse: SmallDisk;
}

export interface Parts {
  readonly installation: Installation;
  /** Emits `promoted` and `renewed` when a standby of PostgreSQL was. */
  readonly events: EventEmitter;
  /** Of every process of the server. */
  readonly clock: ServerClock;
  /** Undefined where nothing can be mounted. */
  readonly disks: Disks | undefined;
  readonly vendors: Vendors;
  readonly ledger: Ledger;
}

export interface ClusterRun {
  /** Milliseconds between two acts of a pupil at most. */
  readonly pace: number;
  readonly minutes: number;
  readonly faults: (parts: Parts) => readonly Fault[];
}

const ending: (() => unknown)[] = [];
/** Ends what was started. */
export const endCluster = async (): Promise<void> => {
  for (let end = ending.pop(); end; end = ending.pop()) await end();
};

const smallDisks = (folder: string): Disks | undefined => {
  const folders = foldersOf(folder);
  const mounted = (at: string, megabytes: number): SmallDisk[] => {
    const disk = smallDisk(at, megabytes);
    if (disk) ending.push(disk.remove);
    return disk ? [disk] : [];
  };
  const [PostgreSQL, NATS] = (['PostgreSQL', 'NATS'] as const).map(engine =>
    folders[engine].flatMap(each => mounted(each, DISKS[engine])),
  );
  const [ClickHouse] = mounted(folders.ClickHouse, DISKS.ClickHouse);
  return PostgreSQL && NATS && ClickHouse && { PostgreSQL, NATS, ClickHouse };
};

/** A folder for one run, which is removed at the end. */
export const runFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-chaos-'));
  ending.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
};

/** Starts the installation for pupils. @param env more of each process's environment */
export const startCluster = async (
  folder: string,
  env: Readonly<Record<string, string>>,
  say: (what: string) => void = () => {},
): Promise<Installation> => {
  const [port = 0] = await freePorts(1);
  return startInstallation({
    nginx: process.env['ROLLCALL_NGINX'] ?? 'nginx',
    port,
    started: end => void ending.push(end),
    say,
    env: { ...pupilsEnv, ROLLCALL_MINORS: 'off', ROLLCALL_LOG_LEVEL: 'error', ...env },
    folder,
  });
};

/** @returns what the table says */
export const runCluster = async ({ pace, minutes, faults }: ClusterRun): Promise<string> => {
  const folder = await runFolder();
  const clock = serverClock(join(folder, 'clock'));
  const disks = smallDisks(join(folder, 'parts'));
  if (!disks) console.log('No file system could be mounted here: no disk is filled.');
  const vendors = await startVendors();
  ending.push(vendors.stop);
  const events = new EventEmitter();
  const installation = await startCluster(
    join(folder, 'parts'),
    { ...clock.env, ...vendors.env },
    what => void events.emit(what.startsWith('A standby') ? 'renewed' : 'promoted'),
  );
  const ledger = newLedger();
  const place = clusterPlace(installation, ledger, { pupils: SERVED, code: vendors.code });
  const table = await run(place, ledger, faults({ installation, events, clock, disks, vendors, ledger }), {
    pupils: PUPILS,
    minutes,
    quiet: 2_000,
    diaries: PUPILS / 10,
    pace: { ms: pace },
  });
  await place.stop();
  expect(ledger.wrong).toEqual([]);
  return table;
};
