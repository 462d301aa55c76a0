/** `npm run proofs -- chaos soak`: simulated pupils use one server with the embedded engines, without faults. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LIMIT } from '../../../tools/testing/limits.ts';
import { fillDataFolder } from '../data-folder.ts';
import { temporaryFolder, tree } from '../server.ts';
import type { Part } from './footprint.ts';
import { pupilsEnv } from './lives.ts';
import { startPlace } from './place.ts';
import { newProbe } from './probe.ts';
import { soak } from './soak.ts';

const minutes = Number(process.env['ROLLCALL_SOAK'] ?? 20);
const PUPILS = 100;

const folder = temporaryFolder();
afterAll(folder.remove);

const below = (pid: number, command: RegExp): number => {
  const found = tree(pid).find(each => command.test(readFileSync(`/proc/${each}/cmdline`, 'utf8')));
  if (found === undefined) throw new Error(`No process is started by ${command.source}.`);
  return found;
};

test(
  `memory, handles and connections stay flat while ${PUPILS} pupils use one server`,
  async () => {
    const [data, said] = [join(folder.path, 'data'), join(folder.path, 'said')];
    mkdirSync(said);
    fillDataFolder(data);
    const probe = newProbe(said);
    const place = await startPlace(data, { ...probe.env, ...pupilsEnv });
    const { pid = 0 } = place.server().process;
    const parts = (remembered: () => number): Part[] => [
      { name: 'server', pid, remembered, without: /event-store|postgres/ },
      { name: 'event store', pid: below(pid, /event-store\.mjs/) },
      { name: 'PostgreSQL', pid: below(pid, /postgres\0-D/), connections: true },
    ];
    console.log(await soak(place, { pupils: PUPILS, diaries: PUPILS / 10, minutes, parts, probe }));
    expect(place.server().process.pid, 'the server was started again').toBe(pid);
    await place.stop();
  },
  LIMIT + minutes * 60_000,
);
