/**
 * `npm run bench -- growth`: what a sign-in, a refresh, a profile read and a search for a person cost at ten thousand accounts and at ten times as
 * many, again and again. BENCH_ACCOUNTS=10000000 is the last step; the default is a million.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measure, median } from './load.ts';
import { fillAccounts } from './people-rows.ts';
import { startBenchPostgres } from './postgres.ts';
import { startRollcall } from './processes.ts';
import { processorTime } from './processor-time.ts';
import { type Calls, openSchool } from './school.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const most = Number(process.env['BENCH_ACCOUNTS'] ?? 1_000_000);
const FIRST = 10_000;
const STEP = 10;
/** What a step of ten may cost. */
const WANTED = 1.2;
const CALLERS = 16;
/** Those that may not grow. */
const BOUNDED: readonly (keyof Calls)[] = [
  'sign-in by password',
  'refresh',
  'profile read',
  'search, a whole number',
];

interface Cost {
  /** Milliseconds of processor time for one. */
  readonly server: number;
  readonly database: number;
  readonly p50: number;
}
interface Step {
  readonly rows: number;
  readonly calls: Calls;
  readonly pid: number;
  readonly costs: Record<string, Cost[]>;
  close(): Promise<void>;
}

const postgres = await startBenchPostgres('growth');

/** A school of so many accounts, in a database of its own. */
const openStep = async (rows: number): Promise<Step> => {
  const name = `accounts_${rows}`;
  const rollcall = await startRollcall(await postgres.create(name), join(postgres.folder, name));
  const calls = await openSchool(rollcall, { callers: CALLERS, rows });
  const pool = postgres.pool(name);
  const took = await fillAccounts(pool, rows);
  await pool.end();
  console.log(`${rows.toLocaleString('en-US')} accounts, filled in ${took.toFixed(0)} s`);
  return { rows, calls, pid: rollcall.pid, costs: {}, close: () => rollcall.stop() };
};

const measureCost = async ({ pid, calls }: Step, name: keyof Calls): Promise<Cost> => {
  const times = () => [processorTime([pid]), processorTime([postgres.pid])] as const;
  const before = times();
  const { done, p50 } = await measure(CALLERS, seconds * 1000, calls[name]);
  const after = times();
  return { server: (after[0] - before[0]) / done, database: (after[1] - before[1]) / done, p50 };
};

const steps: Step[] = [];
try {
  for (let rows = FIRST; rows <= most; rows *= STEP) steps.push(await openStep(rows));
  const names = Object.keys(steps[0]?.calls ?? {}) as (keyof Calls)[];
  // The first round fills the caches. The steps take turns, so that what drifts, drifts for all.
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names)
      for (const step of steps) {
        const cost = await measureCost(step, name);
        if (round > 0) (step.costs[name] ??= []).push(cost);
      }
  report(names);
} finally {
  for (const step of steps) await step.close();
  await postgres.remove();
}

function report(names: readonly (keyof Calls)[]): void {
  console.log(
    `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}, one embedded PostgreSQL with a database and a server for each number of accounts. Each account has a phone number, a session and a known device. ${CALLERS} callers in closed loops over HTTP, one kind of call and one database after the other, ${rounds} rounds of ${seconds} s after one that does not count; medians. The cost is the processor time of server and database for one call; the callers' own is not in it. The growth is the median of each round's.`,
  );
  const ms = (value: number) => value.toFixed(3).padStart(8);
  for (const name of names) {
    console.log(`\n${name}`);
    for (const [n, { rows, costs }] of steps.entries()) {
      const own = costs[name] ?? [];
      const before = steps[n - 1]?.costs[name];
      const total = ({ server, database: rest }: Cost) => server + rest;
      const grows = before && median(own.map((cost, round) => total(cost) / total(before[round] ?? cost)));
      const wanted = BOUNDED.includes(name) ? ` (wanted: at most ${WANTED})` : '';
      console.log(
        `  ${rows.toLocaleString('en-US').padStart(11)} accounts  ${ms(median(own.map(({ server }) => server)))} ms in the server + ${ms(median(own.map(cost => cost.database)))} in PostgreSQL   p50 ${median(own.map(({ p50 }) => p50)).toFixed(1)} ms${grows === undefined ? '' : `   × ${grows.toFixed(2)}${wanted}`}`,
      );
    }
  }
}
