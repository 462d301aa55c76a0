/**
 * `npm run chaos -- cluster`: simulated pupils use the installation of `npm run cluster` while each part of it is killed and brought back,
 * networks between two parts are cut and slowed, clocks jump and a disk is full.
 */
import { afterAll, test } from 'vitest';
import { clusterFaults } from './cluster-faults.ts';
import { endCluster, PUPILS, runCluster } from './cluster-run.ts';

const minutes = Number(process.env['ROLLCALL_CHAOS_CLUSTER']);

afterAll(endCluster, 120_000);

test(
  `${PUPILS} pupils of a cluster lose nothing, are counted once, are forgotten where they ask for it and stay signed in`,
  async () => {
    console.log(await runCluster({ pace: 20_000, minutes, faults: clusterFaults }));
  },
  1_500_000 + minutes * 120_000,
);
