/**
 * `npm run bench -- load`: loading events into a store that holds 0, 1 and 10 million (BENCH_STORED=0,1,10,100 in millions; BENCH_LATE=0 leaves out events of the last days): events a second
 * with each id counted once, how long the store takes to open, and the memory of its process.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '../../apps/server/src/events/record/stored-event.ts';
import { type DuckStore, openDuckStore } from '../../apps/server/src/engines/embedded/store/duck-store.ts';
import { benchEvent } from './bench-event.ts';
import { openFile } from '../../apps/server/src/engines/embedded/store/file.ts';

const stored = (process.env['BENCH_STORED'] ?? '0,1,10').split(',').map(Number);
const batches = Number(process.env['BENCH_TIMES'] ?? 40);
/** Events in one load, as the loader makes them. */
const BATCH = 10_000;
/** Of each batch: sent a second time, and of the last seven days; the rest are new and of the last minute. */
const AGAIN = 500;
const LATE = Number(process.env['BENCH_LATE'] ?? 500);
const NOW = Date.UTC(2026, 10, 21, 12, 10);
const DAY = 86_400_000;
/** Milliseconds between two stored events: a million a day. */
const STEP = 86;
const memory = 512 * 2 ** 20;

/** A store with so many events that ended just before `NOW`, and their rollups. */
const fill = async (folder: string, events: number): Promise<void> => {
  const { writer, close } = await openFile({ folder, memory: 1024 * 2 ** 20 });
  const part = 1_000_000;
  for (let from = 0; from < events; from += part) {
    const first = NOW - events * STEP;
    await writer.run(`
      insert into events (id, product, time, device_time, received, sequence, kind, key, data, flags, process, library, user_id,
        platform, language, user_agent, network, density, cpu, resolution, device, person)
      select (lpad(to_hex(moment), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, 'school', moment, moment, moment + 400, n % 50, 0,
        'lesson.' || n % 40, '{"lesson":' || n % 900 || '}', 0, 'p' || n // 50, '0.1.0', (hash(n // 50) % 50000)::varchar,
        'Linux x86_64', 'zh-CN', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0', '4g', 1, 8, '1920x1080',
        'd' || hash(n // 50) % 50000, hash(n // 50)::hugeint % 50000
      from (select range as n, ${first} + range * ${STEP} as moment from range(${from}, ${Math.min(events, from + part)}))`);
    await writer.run('checkpoint');
  }
  close();
};

/** MiB that a process had resident at most. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Milliseconds of processor time that a process has had. */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

const measure = async (store: DuckStore) => {
  const times: number[] = [];
  const pid = store.process?.pid ?? process.pid;
  const [cpu, own] = [cpuOf(pid), process.cpuUsage()];
  let [offset, known] = [(await store.position(0)).loadedTo, 0];
  let before: readonly StoredEvent[] = [];
  for (let n = 0; n < batches; n += 1) {
    const received = NOW + n * 1000;
    const events = [
      ...Array.from({ length: BATCH - AGAIN - LATE }, (_, index) =>
        benchEvent(received - (index % 60_000), received),
      ),
      ...Array.from({ length: LATE }, (_, index) =>
        benchEvent(received - (index * 7 * DAY) / LATE, received),
      ),
      ...before.slice(0, AGAIN).map(sent => ({ ...sent, received })),
    ];
    const begun = performance.now();
    known += await store.load({ partition: 0, from: offset, to: offset + 1, events, reports: [] });
    times.push(performance.now() - begun);
    offset += 1;
    before = events;
  }
  const sum = times.reduce((all, each) => all + each, 0);
  const here = process.cpuUsage(own);
  const used = { store: cpuOf(pid) - cpu, server: (here.user + here.system) / 1000 };
  const perEvent = (ms: number) => ((ms * 1000) / (batches * BATCH)).toFixed(1);
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0);
  return {
    perSecond: Math.round((batches * BATCH * 1000) / sum),
    p50: at(0.5),
    p99: at(0.99),
    known,
    cpu: `${perEvent(used.store)} + ${perEvent(used.server)}`,
  };
};

console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}; ${batches} loads of ${BATCH} events, of which ${AGAIN} come a second time and ${LATE} are up to seven days old, into a store of a million events a day; 512 MiB for the database.`,
);
for (const millions of stored) {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-load-'));
  try {
    await fill(folder, millions * 1_000_000);
    const opening = performance.now();
    const store = await openDuckStore({ folder, memory, log: console, now: () => NOW });
    const opened = performance.now() - opening;
    const { perSecond, p50, p99, known, cpu } = await measure(store);
    const peak = store.process?.pid === undefined ? Number.NaN : peakOf(store.process.pid);
    await store.close();
    const bytes = statSync(join(folder, 'events.duckdb')).size;
    console.log(
      `  ${String(millions).padStart(4)} M stored   ${perSecond.toLocaleString('en-US').padStart(7)} events a second   ${cpu} µs of processor time an event (store + server)   batch p50 ${p50} ms, p99 ${p99} ms   opened in ${opened.toFixed(0)} ms   peak of the process ${peak.toFixed(0)} MiB   file ${(bytes / 2 ** 20).toFixed(0)} MiB   ${known} left out`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
