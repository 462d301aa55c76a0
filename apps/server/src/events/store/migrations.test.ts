/**
 * A store that an earlier version wrote opens, answers as before and can be loaded. `testing/version-1` was written by the
 * first release.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { DuckQueries } from '../../features/usage/queries/queries.ts';
import type { StoredEvent } from '../record/stored-event.ts';
import { openDuckStore } from './duck-store.ts';
import { askAll, expectSame } from './testing/event-store.suite.ts';
import { eventAt, NOW } from './testing/events.ts';
import { NaiveStore } from './testing/naive-store.ts';

const fixture = async (name: string): Promise<Buffer> =>
  gunzipSync(await readFile(new URL(`./testing/version-1/${name}.gz`, import.meta.url)));
const month = {
  product: undefined,
  platform: undefined,
  sample: 'with',
  bots: 'without',
  dev: 'with',
  zone: 'UTC',
  from: '2026-10-15',
  to: '2026-11-21',
} as const;
const log = { info() {}, warn() {}, error() {} };

it('opens a store of version 1, answers the same, loads on, and opens again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-migrations-'));
  await writeFile(join(folder, 'events.duckdb'), await fixture('events.duckdb'));
  const events = JSON.parse((await fixture('events.json')).toString()) as StoredEvent[];
  const naive = new NaiveStore(() => NOW);
  await naive.load({ from: 0, to: 400, events, reports: [] });
  await naive.erase({ user: '3' });
  const open = () => openDuckStore({ folder, memory: 256 * 2 ** 20, log, now: () => NOW });
  let store = await open();
  try {
    const expectSameAnswers = async () => {
      const queries = new DuckQueries({ client: store, now: () => NOW });
      expectSame(await askAll(queries, month), await askAll(naive, month));
    };
    expect(await store.loadedTo()).toBe(400);
    await expectSameAnswers();
    // Its rows count by their ids, too; those that it erased are not known any more.
    const again = events.slice(0, 50).filter(({ user }) => user !== '3');
    const batch = { from: 400, to: 500, events: [...again, eventAt(NOW - 1000, { user: '3' })], reports: [] };
    expect(await store.load(batch)).toBe(again.length);
    await naive.load(batch);
    await store.compact();
    await expectSameAnswers();
    await store.close();
    store = await open();
    await expectSameAnswers();
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
