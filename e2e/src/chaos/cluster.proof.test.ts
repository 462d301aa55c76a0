/**
 * `npm run proofs -- chaos cluster`: simulated pupils use the installation of `npm run cluster` while each part of it is killed and brought back,
 * networks between two parts are cut and slowed, clocks jump, disks are full and vendors fail.
 */
import { afterAll, test } from 'vitest';
import { LIMIT } from '../../../tools/testing/limits.ts';
import { clusterFaults } from './cluster-faults.ts';
import { endCluster, PUPILS, runCluster } from './cluster-run.ts';

const minutes = Number(process.env['ROLLCALL_CHAOS_CLUSTER'] ?? 0);
/** Of the faults, those whose name matches. */
const only = new RegExp(process.env['ROLLCALL_CHAOS_FAULTS'] ?? '');

afterAll(endCluster);

test(
  `${PUPILS} pupils of a cluster lose nothing, are counted once, are forgotten where they ask for it and stay signed in`,
  async () => {
    const faults: typeof clusterFaults = parts => clusterFaults(parts).filter(([name]) => only.test(name));
    console.log(await runCluster({ pace: 20_000, minutes, faults }));
  },
  2 * LIMIT + minutes * 120_000,
);
