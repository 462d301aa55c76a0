/** Faults of an installation of many processes: each part is killed and brought back, or cut off from an engine, or slowed. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Role, Server } from '../../../tools/cluster/installation.ts';
import type { Links } from '../../../tools/cluster/links.ts';
import type { Parts } from './cluster-run.ts';
import { diskFaults } from './cluster-disks.ts';
import type { Fault } from './faults.ts';
import { vendorFaults } from './vendor-faults.ts';

/** Milliseconds until what was killed is started again, and for which a network is cut or slow. */
const AWAY = 3_000;
const LASTS = 6_000;
/** Milliseconds that each answer is late. */
const DELAY = 200;
/** Milliseconds by which the clocks jump. */
const JUMP = 90_000;

const roles: readonly Role[] = ['accounts', 'collector', 'loader', 'console', 'jobs'];
type Network = readonly [Role, keyof Links];
const slowed: readonly Network[] = [
  ['accounts', 'PostgreSQL'],
  ['collector', 'NATS'],
  ['loader', 'ClickHouse'],
];
const cut: readonly Network[] = [
  ...slowed,
  ['collector', 'PostgreSQL'],
  ['loader', 'NATS'],
  ['loader', 'PostgreSQL'],
  ['jobs', 'PostgreSQL'],
  ['jobs', 'ClickHouse'],
];

export const clusterFaults = (parts: Parts): readonly Fault[] => {
  const { installation, events, clock, disks, vendors, ledger } = parts;
  const { servers, nats, clickHouse, database } = installation;
  /** One of a role by chance: each may be the one that matters. */
  const any = (role: Role): Server => {
    const found = servers.filter(server => server.role === role);
    const chosen = found[Math.floor(Math.random() * found.length)];
    if (!chosen) throw new Error(`No process has the role ${role}.`);
    return chosen;
  };
  const killPostgres = (which: 'primary' | 'standby') => async () => {
    const renewed = once(events, 'renewed');
    process.kill((await database.pids())[which], 'SIGKILL');
    await renewed;
  };
  return [
    ...roles.map(
      (role): Fault => [
        `a process of ${role} is killed`,
        async () => {
          const { process: server } = any(role);
          await server.kill();
          await wait(AWAY);
          await server.restart();
        },
      ],
    ),
    ...nats.nodes.map(
      (node, n): Fault => [
        `NATS server ${n + 1} is killed`,
        async () => {
          await node.kill();
          await wait(AWAY);
          await node.start();
        },
      ],
    ),
    [
      'ClickHouse is killed',
      async () => {
        await clickHouse.kill();
        await wait(AWAY);
        await clickHouse.restart();
      },
    ],
    ['the primary PostgreSQL is killed', killPostgres('primary')],
    ['the standby PostgreSQL is killed', killPostgres('standby')],
    ...cut.map(
      ([role, engine]): Fault => [
        `nothing passes between a process of ${role} and ${engine}`,
        async () => {
          const links = any(role).links[engine];
          for (const link of links) link.hold();
          await wait(LASTS);
          for (const link of links) link.goOn();
        },
      ],
    ),
    ...slowed.map(
      ([role, engine]): Fault => [
        `${engine} answers a process of ${role} ${DELAY} ms late`,
        async () => {
          const links = any(role).links[engine];
          for (const link of links) link.delay = DELAY;
          await wait(LASTS);
          for (const link of links) link.delay = 0;
        },
      ],
    ),
    [
      `the clocks of all processes jump ${JUMP / 1000} s ahead, and back`,
      async () => {
        clock.move(JUMP);
        await wait(LASTS);
        clock.move(-JUMP);
      },
    ],
    ...(disks ? diskFaults(parts, disks) : []),
    ...vendorFaults(vendors, () => installation.url, ledger),
  ];
};
