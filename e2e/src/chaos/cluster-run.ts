/** Lets simulated pupils use the installation of `npm run cluster`. */
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePorts } from '../../../apps/server/src/events/log/testing/nats.ts';
import { type Installation, startInstallation } from '../../../tools/cluster/installation.ts';
import { type ServerClock, serverClock } from '../server-clock.ts';
import { smallDisk, type SmallDisk } from '../small-disk.ts';
import { clusterPlace } from './cluster-place.ts';
import type { Fault } from './faults.ts';
import { newLedger } from './ledger.ts';
import { pupilsEnv } from './lives.ts';
import { run } from './run.ts';

export const PUPILS = 200;
/** Of them, how many have to be answered before a fault is over. */
const SERVED = 30;
/** MB of the disk that ClickHouse has to itself. */
const DISK = 512;

export interface Parts {
  readonly installation: Installation;
  /** Emits `renewed` when a standby of PostgreSQL was copied anew. */
  readonly events: EventEmitter;
  /** Of every process of the server. */
  readonly clock: ServerClock;
  /** Of ClickHouse. */
  readonly disk: SmallDisk | undefined;
}

export interface ClusterRun {
  /** Milliseconds between two acts of a pupil at most. */
  readonly pace: number;
  readonly minutes: number;
  readonly faults: (parts: Parts) => readonly Fault[];
}

const ending: (() => Promise<unknown>)[] = [];
/** Ends what was started. */
export const endCluster = async (): Promise<void> => {
  for (let end = ending.pop(); end; end = ending.pop()) await end();
};

/** @returns what the table says */
export const runCluster = async ({ pace, minutes, faults }: ClusterRun): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-chaos-'));
  ending.push(() => rm(folder, { recursive: true, force: true }));
  const clock = serverClock(join(folder, 'clock'));
  const disk = smallDisk(join(folder, 'disk'), DISK);
  // What is removed at the end, which a disk can't be.
  const clickHouseFolder = join(folder, 'disk/clickhouse');
  mkdirSync(clickHouseFolder);
  if (disk) ending.push(async () => disk.remove());
  const events = new EventEmitter();
  const [port = 0] = await freePorts(1);
  const installation = await startInstallation({
    nginx: process.env['ROLLCALL_NGINX'] ?? 'nginx',
    port,
    started: end => void ending.push(end),
    say: what => void events.emit(what.startsWith('A standby') ? 'renewed' : 'promoted'),
    env: { ...pupilsEnv, ...clock.env, ROLLCALL_MINORS: 'off', ROLLCALL_LOG_LEVEL: 'error' },
    clickHouseFolder,
  });
  const ledger = newLedger();
  const place = clusterPlace(installation, ledger, SERVED);
  const table = await run(place, ledger, faults({ installation, events, clock, disk }), {
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
