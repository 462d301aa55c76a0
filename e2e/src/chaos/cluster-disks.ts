/** Full disks of an installation of many processes: of ClickHouse, of PostgreSQL's primary, of servers of NATS. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { SmallDisk } from '../small-disk.ts';
import type { Disks, Parts } from './cluster-run.ts';
import type { Fault } from './faults.ts';

/** Milliseconds for which a disk is full. */
const LASTS = 6_000;
/** Milliseconds between two looks whether somebody was refused, and those after which nobody needs to have been. */
const LOOK = 50;
const REFUSED_WITHIN = 20_000;

const full = async (disks: readonly SmallDisk[], meanwhile: () => Promise<unknown>): Promise<void> => {
  try {
    for (const disk of disks) disk.fill();
    await wait(LASTS);
    await meanwhile();
  } finally {
    for (const disk of disks) disk.free();
  }
};

export const diskFaults = (
  { installation: { database, nats }, events, ledger }: Parts,
  disks: Disks,
): readonly Fault[] => {
  /** What has room left in its files goes on for a while. */
  const refused = async () => {
    const before = ledger.refused + ledger.unanswered;
    for (let waited = 0; waited < REFUSED_WITHIN; waited += LOOK) {
      if (ledger.refused + ledger.unanswered > before) return;
      await wait(LOOK);
    }
  };
  const primaryDisk = async () => {
    const command = readFileSync(`/proc/${(await database.pids()).primary}/cmdline`, 'utf8');
    return disks.PostgreSQL.filter((_, n) => command.includes(['/one/', '/two/'][n] ?? '\0'));
  };
  const ofNats = (numbers: readonly number[]) => async () => {
    await full(
      disks.NATS.filter((_, n) => numbers.includes(n)),
      async () => {},
    );
    // JetStream stays off in a server whose disk was full, until it starts again; Debian 12's (2.9.10) does not end by SIGTERM then.
    for (const node of nats.nodes.filter((_, n) => numbers.includes(n))) {
      await node.kill();
      await node.start();
    }
  };
  return [
    ['the disk of ClickHouse is full', () => full([disks.ClickHouse], async () => {})],
    [
      'the disk of the primary PostgreSQL is full',
      async () => {
        let renewed: Promise<unknown> = Promise.resolve();
        const promoted = () => {
          renewed = once(events, 'renewed');
        };
        events.once('promoted', promoted);
        await full(await primaryDisk(), refused);
        events.off('promoted', promoted);
        await renewed;
      },
    ],
    ['the disk of NATS server 1 is full', ofNats([0])],
    ['the disks of NATS servers 2 and 3 are full', ofNats([1, 2])],
  ];
};
