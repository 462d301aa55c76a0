/**
 * `npm run bench -- cluster`: loading into ClickHouse, events a second, against bare inserts of the same rows into tables of the same
 * form, in turn (BENCH_TIMES batches of each). ClickHouse is libchdb in a process of its own, as in the tests. Then `cluster-log.ts`.
 */
import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { ClickHouse } from '../../apps/server/src/engines/cluster/store/client.ts';
import { eventNames, eventRows } from '../../apps/server/src/engines/cluster/store/rows.ts';
import { testStore } from '../../apps/server/src/engines/cluster/store/testing/store.ts';
import { benchEvent } from './bench-event.ts';
import { startBenchClickHouse } from './clickhouse.ts';
import { measureLog } from './cluster-log.ts';
import { ownProcessorTime } from './processor-time.ts';

const batches = Number(process.env['BENCH_TIMES'] ?? 30);
/** Events in one load, as the loader makes them. */
const BATCH = 10_000;
/** Batches before those that are measured. */
const WARM = 3;
const NOW = Date.UTC(2026, 10, 21, 12, 10);
const DAY = 86_400_000;

const { server, postgres, remove } = await startBenchClickHouse('cluster');
const now = () => NOW;
const store = testStore(server.url, postgres, now);
const database = `bare${randomUUID().replaceAll('-', '')}`;
// Its tables alone are used.
const twin = testStore(server.url, postgres, now, { database });
await Promise.all([store.start(), twin.start()]);
const bare = new ClickHouse({ url: server.url, database });

console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}, libchdb for ClickHouse; ${batches} batches of ${BATCH} new events of the last minute (and of a second run: 5 % of the last week, 5 % sent a second time), loaded, and inserted bare as rows of the same form; one after the other.`,
);

const measure = async (late: number, again: number) => {
  const sums = { load: 0, bare: 0, loadCpu: 0, bareCpu: 0, loadOwn: 0, bareOwn: 0 };
  let before: ReturnType<typeof benchEvent>[] = [];
  for (let n = -WARM; n < batches; n += 1) {
    const received = NOW + n * 1000;
    const events = [
      ...Array.from({ length: BATCH - late - again }, (_, at) =>
        benchEvent(received - (at % 60_000), received),
      ),
      ...Array.from({ length: late }, (_, at) => benchEvent(received - (at * 7 * DAY) / BATCH, received)),
      ...before.slice(0, again).map(event => ({ ...event, received })),
    ];
    before = events;
    const { loadedTo: from } = await store.position(0);
    const timed = async (work: () => Promise<unknown>) => {
      const [cpu, own, begun] = [ownProcessorTime(server.pid), process.cpuUsage(), performance.now()];
      await work();
      const used = process.cpuUsage(own);
      return [
        performance.now() - begun,
        ownProcessorTime(server.pid) - cpu,
        (used.user + used.system) / 1000,
      ] as const;
    };
    const load = () => timed(() => store.load({ partition: 0, from, to: from + 1, events, reports: [] }));
    const insert = () => timed(() => bare.insert('events', eventNames, eventRows(events), randomUUID()));
    // Each goes first as often as the other.
    let [loaded, inserted] = [[0, 0, 0] as readonly number[], [0, 0, 0] as readonly number[]];
    if (n % 2 === 0) {
      loaded = await load();
      inserted = await insert();
    } else {
      inserted = await insert();
      loaded = await load();
    }
    if (n < 0) continue;
    sums.load += loaded[0] ?? 0;
    sums.loadCpu += loaded[1] ?? 0;
    sums.loadOwn += loaded[2] ?? 0;
    sums.bare += inserted[0] ?? 0;
    sums.bareCpu += inserted[1] ?? 0;
    sums.bareOwn += inserted[2] ?? 0;
  }
  const perSecond = (ms: number) => Math.round((batches * BATCH * 1000) / ms);
  const perEvent = (ms: number) => ((ms * 1000) / (batches * BATCH)).toFixed(1);
  console.log(
    `  ${late + again === 0 ? 'all new' : 'some late, some again'}   loaded ${perSecond(sums.load).toLocaleString('en-US')} events a second   bare ${perSecond(sums.bare).toLocaleString('en-US')}   ratio ${(sums.bare / sums.load).toFixed(2)}   processor time of an event: ${perEvent(sums.loadCpu)} µs in ClickHouse + ${perEvent(sums.loadOwn)} here, bare ${perEvent(sums.bareCpu)} + ${perEvent(sums.bareOwn)}: ratio ${((sums.bareCpu + sums.bareOwn) / (sums.loadCpu + sums.loadOwn)).toFixed(2)}`,
  );
  return (batches * BATCH * 1000) / sums.load;
};

try {
  await measure(0, 0);
  const rate = await measure(500, 500);
  await measureLog(postgres, server.url, rate);
} finally {
  await Promise.all([store.close(), twin.close(), bare.close()]);
  await remove();
}
