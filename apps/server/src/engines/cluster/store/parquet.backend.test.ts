/** Nightly files out of ClickHouse: the same as out of the embedded store. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import type { EventStore } from '../../../events/store/event-store.ts';
import type { ParquetSource } from '../../../events/store/parquet-source.ts';
import { eventAt, NOW } from '../../../events/store/testing/events.ts';
import { NightlyExport } from '../../../features/usage/nightly/nightly-export.ts';
import { newStoreFolder, openTestStore } from '../../embedded/store/testing/duck.ts';
import { clickHouseAndPostgres } from './testing/set-up.ts';
import { testStore } from './testing/store.ts';

const DAY = 86_400_000;
const started = clickHouseAndPostgres();

test('files of both stores have the same rows, and an erasure is gone from them before the night', async () => {
  const root = await mkdtemp(join(tmpdir(), 'rollcall-files-'));
  const storeFolder = await newStoreFolder();
  const reader = await (await DuckDBInstance.create(':memory:')).connect();
  const clickHouse = testStore(started.server.url, started.postgres, () => NOW);
  const duck = await openTestStore(storeFolder, 128 * 2 ** 20, root);
  const exported = async (name: string, source: EventStore & ParquetSource) => {
    const folder = join(root, name);
    await mkdir(folder, { recursive: true });
    await new NightlyExport({
      folder,
      source,
      key: async () => 'ab'.repeat(32),
      identity: { read: async () => undefined, keep: async () => {} },
      now: () => NOW,
    }).run(NOW);
    const rows = async (from: string) => {
      const found = await reader.runAndReadAll(from);
      return { types: found.columnTypes().map(String), rows: found.getRowObjectsJson() };
    };
    return {
      events: await rows(
        `select * from read_parquet('${folder}/events/*/*.parquet', hive_partitioning = true) order by time, sequence`,
      ),
      people: await rows(`from '${folder}/people.parquet'`),
      devices: await rows(`from '${folder}/devices.parquet'`),
    };
  };
  try {
    const events = [
      eventAt(NOW - 2 * DAY, {
        device: 'd',
        kind: 1,
        key: '/课程',
        data: { referrer: 'example.com', utm_source: 'mail' },
      }),
      eventAt(NOW - 2 * DAY + 1000, {
        device: 'd',
        user: 'pupil',
        duration: 5,
        sequence: 7,
        platform: 'web',
      }),
      eventAt(NOW - DAY, { user: 'other', bot: true, trusted: true, dev: true, data: { "it's": [1, null] } }),
      eventAt(NOW - DAY + 1, { kind: 5, key: '/', duration: 12 }),
      eventAt(NOW - DAY, { kind: 3, key: 'consent' }),
      eventAt(NOW, { user: 'other' }),
    ];
    for (const store of [clickHouse, duck]) {
      await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
      await store.changePeople({
        from: 0,
        to: 1,
        people: [{ user: 'pupil', grade: 7, signedUp: NOW - 5 * DAY, site: 'school', fields: {} }],
        gone: [],
      });
    }
    const found = await exported('clickhouse', clickHouse);
    expect(found.events.rows).toHaveLength(4);
    expect(found).toEqual(await exported('duck', duck));
    for (const store of [clickHouse, duck]) await store.erase({ user: 'pupil' });
    const left = await exported('clickhouse', clickHouse);
    expect(left.events.rows).toHaveLength(3);
    expect(left).toEqual(await exported('duck', duck));
  } finally {
    reader.closeSync();
    await clickHouse.close();
    await duck.close();
    for (const each of [root, storeFolder]) await rm(each, { recursive: true, force: true });
  }
});
