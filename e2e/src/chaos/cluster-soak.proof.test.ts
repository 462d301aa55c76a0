/** `npm run proofs -- chaos cluster soak`: simulated pupils use the installation of `npm run cluster`, without faults. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LIMIT } from '../../../tools/testing/limits.ts';
import { clusterPlace } from './cluster-place.ts';
import { endCluster, runFolder, startCluster } from './cluster-run.ts';
import type { Part } from './footprint.ts';
import { newLedger } from './ledger.ts';
import { newProbe } from './probe.ts';
import { soak } from './soak.ts';

const minutes = Number(process.env['ROLLCALL_SOAK'] ?? 20);
const PUPILS = 100;

afterAll(endCluster);

test(
  `memory, handles and connections stay flat while ${PUPILS} pupils use an installation of many processes`,
  async () => {
    const folder = await runFolder();
    const said = join(folder, 'said');
    mkdirSync(said);
    const probe = newProbe(said);
    const installation = await startCluster(join(folder, 'parts'), probe.env);
    const { servers, database } = installation;
    const ledger = newLedger();
    const place = clusterPlace(installation, ledger, { pupils: PUPILS });
    const { primary } = await database.pids();
    const pids = servers.map(({ process: { pid } }) => pid);
    const parts = (remembered: () => number): Part[] => [
      ...servers.map(({ role, process: { name, pid } }) =>
        role === 'accounts' ? { name, pid, remembered } : { name, pid },
      ),
      { name: 'PostgreSQL', pid: primary, connections: true },
    ];
    console.log(await soak(place, { pupils: PUPILS, diaries: PUPILS / 10, minutes, parts, probe }));
    await place.stop();
    expect(ledger.wrong).toEqual([]);
    expect(
      servers.map(({ process: { pid } }) => pid),
      'a process was started again',
    ).toEqual(pids);
  },
  LIMIT + minutes * 60_000,
);
