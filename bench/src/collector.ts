/**
 * `npm run bench -- collector`: durable, deduplicated events a second against a bare node:http server that parses the
 * same bodies and discards them; what an event takes on the disk; how long an acknowledgement takes at half the capacity and
 * when far too much comes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CollectorFigures, loadCollector } from './collector-load.ts';
import { ownProcessorTime } from './processor-time.ts';

const root = join(import.meta.dirname, '../..');
const ms = Number(process.env['BENCH_SECONDS'] ?? 4) * 1000;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const main = process.env['BENCH_SERVER'] ?? join(root, 'apps/server/dist/main.mjs');
const events = 20;
/** Fewer than the server lets wait from one address. */
const connections = 240;
/** Far more than that: they ask again immediately when they are refused. */
const crowd = 2000;

interface Running {
  readonly url: string;
  readonly process: ChildProcess;
}

const start = async (args: string[], env: Record<string, string> = {}): Promise<Running> => {
  // As `npm start` does; both alike.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    if (url) return { url, process: child };
  }
  throw new Error(`It ended before it was ready: ${output}`);
};

const metric = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-'));
const sink = await start(['--import', 'tsx', join(root, 'bench/src/collector-sink.ts')]);
const own = await start([main], {
  ROLLCALL_PORT: '0',
  ROLLCALL_DATA: folder,
  ROLLCALL_LOG_LEVEL: 'warn',
  ROLLCALL_USAGE_ADDRESS_RATE: '0',
});

interface Round extends CollectorFigures {
  /** Microseconds of processor time for one event. */
  readonly cpu: number;
}
const measured = async ({ url, process: { pid } }: Running): Promise<Round> => {
  const before = ownProcessorTime(pid);
  const figures = await loadCollector(url, { connections, ms, events });
  const used = ownProcessorTime(pid) - before;
  return { ...figures, cpu: (used * 1000) / (figures.acknowledgedPerSecond * (ms / 1000)) };
};

// Both warm: what runs for the first time is compiled.
for (const { url } of [sink, own]) await loadCollector(url, { connections, ms, events });
const all: { sink: Round; own: Round }[] = [];
for (let round = 0; round < rounds; round++)
  all.push({ sink: await measured(sink), own: await measured(own) });
const of = (who: 'sink' | 'own', what: 'acknowledgedPerSecond' | 'cpu' | 'p50' | 'p99') =>
  median(all.map(one => one[who][what]));

const capacity = of('own', 'acknowledgedPerSecond');
const accepted = await metric(own.url, 'rollcall_usage_accepted_events_total');
const loaded = await metric(own.url, 'rollcall_usage_loaded_events_total');
const lag = await metric(own.url, 'rollcall_usage_lag_bytes');
const half = await loadCollector(own.url, { connections, ms, events, perSecond: capacity / events / 2 });
const over = await loadCollector(own.url, { connections: crowd, ms, events });

own.process.kill('SIGTERM');
await once(own.process, 'exit');
sink.process.kill('SIGTERM');
rmSync(folder, { recursive: true, force: true });

const line = (name: string, values: string) => console.log(`  ${name.padEnd(34)} ${values}`);
const figures = (who: 'sink' | 'own') =>
  `${of(who, 'acknowledgedPerSecond').toFixed(0).padStart(8)} events a second   p50 ${of(who, 'p50').toFixed(1)} ms   p99 ${of(who, 'p99').toFixed(1)} ms   ${of(who, 'cpu').toFixed(2)} µs of processor time an event`;
console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}; load, sink and server (with its database and event store) on this machine.`,
);
console.log(
  `Closed loops over ${connections} kept connections, ${events} events (${all[0]?.own.bodyBytes} bytes) a batch, ids new each time; in turn, ${rounds} rounds of ${ms / 1000} s, medians.`,
);
console.log('\nThe collector');
line('bare node:http, parsed and discarded', figures('sink'));
line('rollcall, durable and deduplicated', figures('own'));
line(
  'rollcall / bare',
  `${(capacity / of('sink', 'acknowledgedPerSecond')).toFixed(2)} (wanted: 0.6); by processor time ${(of('sink', 'cpu') / of('own', 'cpu')).toFixed(2)}`,
);
line('bytes of the log an event', (lag / (accepted - loaded)).toFixed(0));
line(
  'at half of that',
  `p50 ${half.p50.toFixed(1)} ms   p99 ${half.p99.toFixed(1)} ms   ${half.refused} refused`,
);
const offered = over.acknowledgedPerSecond + (over.refused * events) / (ms / 1000);
line(
  `${crowd} that never wait (${(offered / capacity).toFixed(1)} × that)`,
  `p50 ${over.p50.toFixed(1)} ms   p99 ${over.p99.toFixed(1)} ms   ${over.acknowledgedPerSecond.toFixed(0)} events a second taken, ${over.refused} batches refused (503)`,
);
