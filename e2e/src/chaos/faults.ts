/** Faults of one server with the embedded engines. */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, tree } from '../server.ts';
import type { ServerClock } from '../server-clock.ts';
import type { SmallDisk } from '../small-disk.ts';
import type { Ledger } from './ledger.ts';

/** `ready` resolves when the fault before is wholly over. */
export type Fault = readonly [
  name: string,
  strike: () => Promise<void> | void,
  ready?: () => Promise<unknown>,
];

/** Milliseconds for which a fault that passes by itself lasts. */
const LASTS = 2_000;
/** Milliseconds for which the disk is full. */
const FULL = 6_000;
/** Milliseconds between two looks whether somebody was refused. */
const LOOK = 50;

const below = ({ process: { pid = 0 } }: RunningServer) =>
  tree(pid).map(each => {
    try {
      return { pid: each, command: readFileSync(`/proc/${each}/cmdline`, 'utf8').replaceAll('\0', ' ') };
    } catch {
      return { pid: each, command: '' };
    }
  });

/** Kills the process with such a command, once there is one: after a start not every process is there immediately. */
const kill = async (server: () => RunningServer, command: RegExp): Promise<void> => {
  for (;;) {
    const found = below(server()).find(each => command.test(each.command));
    if (found) return void process.kill(found.pid, 'SIGKILL');
    await wait(50);
  }
};

export interface FaultyParts {
  readonly server: () => RunningServer;
  /** The server's. */
  readonly clock: ServerClock;
  /** Of the server with its database, event log and event store; undefined where there can be none. */
  readonly disk: SmallDisk | undefined;
  readonly ledger: Pick<Ledger, 'refused' | 'unanswered'>;
}

export const faults = ({ server, clock, disk, ledger }: FaultyParts): readonly Fault[] => [
  ['the server and all below it is killed', () => server().kill()],
  ['PostgreSQL is killed', () => kill(server, /postgres -D /)],
  ['the event store is killed', () => kill(server, /event-store\.mjs/)],
  [
    'the server stands still',
    async () => {
      const { process: child } = server();
      child.kill('SIGSTOP');
      await wait(LASTS);
      child.kill('SIGCONT');
    },
  ],
  [
    'the clock jumps ahead, and back',
    async () => {
      clock.move(90_000);
      await wait(LASTS);
      clock.move(-90_000);
    },
  ],
  ...(disk
    ? [
        [
          'the disk is full',
          async () => {
            const before = ledger.refused + ledger.unanswered;
            try {
              disk.fill();
              await wait(FULL);
              // What has room left in its files goes on for a while.
              while (ledger.refused + ledger.unanswered === before) await wait(LOOK);
            } finally {
              disk.free();
            }
          },
        ] satisfies Fault,
      ]
    : []),
];
