/**
 * `npm run bench -- workers`: sign-ins, refreshes and profile reads of a server in one process and of one with ROLLCALL_WORKERS=2, in
 * turn: how many a second, and the processor time of one. Nothing may get slower by the workers.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measure, median } from './load.ts';
import { startBenchPostgres } from './postgres.ts';
import { startRollcall } from './processes.ts';
import { processorTime } from './processor-time.ts';
import { type Calls, openSchool } from './school.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const CALLERS = 16;
const NAMES: readonly (keyof Calls)[] = ['sign-in by password', 'refresh', 'profile read'];

interface Cost {
  readonly perSecond: number;
  /** Milliseconds of processor time of server and database for one. */
  readonly processor: number;
}

const postgres = await startBenchPostgres('workers');
const open = async (name: string, settings: Record<string, string>) => {
  const rollcall = await startRollcall(await postgres.create(name), join(postgres.folder, name), settings);
  const calls = await openSchool(rollcall, { callers: CALLERS, rows: 0 });
  const costs: Record<string, Cost[]> = {};
  return { rollcall, calls, costs };
};
type Subject = Awaited<ReturnType<typeof open>>;

const measureCost = async ({ rollcall, calls }: Subject, name: keyof Calls): Promise<Cost> => {
  const pids = [rollcall.pid, postgres.pid];
  const before = processorTime(pids);
  const { done, perSecond } = await measure(CALLERS, seconds * 1000, calls[name]);
  return { perSecond, processor: (processorTime(pids) - before) / done };
};

const report = (one: Subject, two: Subject): void => {
  console.log(
    `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}, one embedded PostgreSQL with a database for each server. ${CALLERS} callers in closed loops over HTTP, one kind of call and one server after the other, ${rounds} rounds of ${seconds} s after one that does not count; medians, the ratios those of each round's. Callers and database have the same cores. Processor time is that of server and database for one call.`,
  );
  for (const name of NAMES) {
    const [own, others] = [one.costs[name] ?? [], two.costs[name] ?? []];
    const of = (costs: readonly Cost[], key: keyof Cost) => median(costs.map(cost => cost[key]));
    const ratio = (key: keyof Cost) =>
      median(own.map((cost, round) => (others[round]?.[key] ?? Number.NaN) / cost[key])).toFixed(2);
    console.log(
      `${name.padEnd(20)} one process ${of(own, 'perSecond').toFixed(0)} a second, ${of(own, 'processor').toFixed(3)} ms   2 workers ${of(others, 'perSecond').toFixed(0)}, ${of(others, 'processor').toFixed(3)}   ratio of rates ${ratio('perSecond')} (wanted: at least 1), of processor time ${ratio('processor')}`,
    );
  }
};

const subjects: Subject[] = [];
try {
  const one = await open('one_process', {});
  subjects.push(one);
  const two = await open('two_workers', { ROLLCALL_WORKERS: '2' });
  subjects.push(two);
  // The first round fills the caches.
  for (let round = 0; round <= rounds; round += 1)
    for (const name of NAMES)
      for (const subject of subjects) {
        const cost = await measureCost(subject, name);
        if (round > 0) (subject.costs[name] ??= []).push(cost);
      }
  report(one, two);
} finally {
  for (const { rollcall } of subjects) await rollcall.stop();
  await postgres.remove();
}
