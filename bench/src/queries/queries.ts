/**
 * `npm run bench -- queries`: questions over histories of about 1 and 10 million events in 90 days: how long each takes, and against a bare
 * scan of the columns that it needs; analysts beside one another; loading, erasing and the size on disk.
 *
 * BENCH_STORE=duckdb | clickhouse. BENCH_PUPILS=4800 (480: a hundred thousand events). BENCH_FACTORS=1,10 (so many times that).
 * BENCH_GROWTH=pupils (so many more in the same 90 days) | days (so many times longer). BENCH_TIMES=20 runs of each question.
 * BENCH_PARTS=sums,filtered,others,analysts,writes: some of these. BENCH_ROUNDS=6 questions of each analyst.
 */
import { cpus } from 'node:os';
import { analysts } from './analysts.ts';
import { isAnswered, loadBeside } from './beside.ts';
import { openClickHouseHistory } from './clickhouse.ts';
import { openDuckHistory } from './duckdb.ts';
import { percentile } from './figures.ts';
import { sampleUser } from '../../../apps/server/src/features/usage/sample/school.ts';
import { DAYS, type Growth, type HistoryStore, loadHistory, PUPILS } from './history.ts';
import { ownProcessorTime } from '../processor-time.ts';
import { type Group, groups, type Question } from './questions.ts';

/** People who are erased concurrently: as many as a process works on. */
const TOGETHER = 16;
const times = Number(process.env['BENCH_TIMES'] ?? 20);
const growth: Growth = process.env['BENCH_GROWTH'] === 'days' ? 'days' : 'pupils';
const clickhouse = process.env['BENCH_STORE'] === 'clickhouse';
const factors = (process.env['BENCH_FACTORS'] ?? '1,10').split(',').map(Number);
const parts = (process.env['BENCH_PARTS'] ?? 'sums,filtered,others,analysts,writes').split(',');

interface Figures {
  /** Milliseconds of each run. */
  readonly took: readonly number[];
  /** Milliseconds of the store's processor time, on average. */
  readonly cpu: number;
  /** The scan's median divided by the question's, and the same by processor time; undefined where the sums of hours answer. */
  readonly ofScan: number | undefined;
  readonly ofScanCpu: number | undefined;
}

const measured = async (history: HistoryStore, { ask, scan }: Question): Promise<Figures> => {
  const queries = history.queries(history.store);
  const took: number[] = [];
  const scanned: number[] = [];
  const cpu = { asked: 0, scanned: 0 };
  const spent = () => ownProcessorTime(history.pid());
  for (let n = -1; n < times; n += 1) {
    const [begun, before] = [performance.now(), spent()];
    const answered = await isAnswered(() => ask(queries));
    const [ended, between] = [performance.now(), spent()];
    if (scan) await history.scan(scan);
    const [done, after] = [performance.now(), spent()];
    if (n < 0) continue;
    took.push(answered ? ended - begun : Number.POSITIVE_INFINITY);
    scanned.push(done - ended);
    cpu.asked += between - before;
    cpu.scanned += after - between;
  }
  return {
    took,
    cpu: cpu.asked / times,
    ofScan: scan && percentile(scanned, 0.5) / percentile(took, 0.5),
    ofScanCpu: scan && cpu.scanned / cpu.asked,
  };
};

const text = (value: number | undefined): string =>
  value === undefined
    ? ''
    : value === Number.POSITIVE_INFINITY
      ? 'refused'
      : value.toFixed(value < 10 ? 2 : 0);

/** Measures the questions of a group, and prints each as it comes: a long run that is ended has said what it knows. */
const measureGroup = async (history: HistoryStore, group: Group): Promise<void> => {
  const head = ['p50', 'p95', 'cpu', 'of scan', 'by cpu'].map(name => name.padStart(9)).join('');
  console.log(`  ${`${group}, ms`.padEnd(46)}${head}`);
  const all: number[] = [];
  for (const [name, question] of Object.entries(groups[group])) {
    const { took, cpu, ofScan, ofScanCpu } = await measured(history, question);
    all.push(...took);
    const cells = [percentile(took, 0.5), percentile(took, 0.95), cpu, ofScan, ofScanCpu];
    console.log(`  ${name.padEnd(46)}${cells.map(value => text(value).padStart(9)).join('')}`);
  }
  console.log(`  p95 of all runs of the group: ${text(percentile(all, 0.95))} ms`);
};

/** The people who came last, as many as are erased. @param n from 0 */
const pupil = (n: number) => sampleUser(PUPILS - 1 - n);

/** How long until a person is gone from every answer; and, apart, until the disk is cleared, once a night. @param run others each time */
const erasing = async ({ store, rewrite }: HistoryStore, run: number): Promise<void> => {
  const timed = async <T>(work: () => Promise<T>): Promise<{ seconds: string; result: T }> => {
    const begun = performance.now();
    const result = await work();
    return { seconds: ((performance.now() - begun) / 1000).toFixed(2), result };
  };
  for (let n = 0; n < 3; n += 1) {
    const { seconds, result } = await timed(() => store.erase({ user: pupil(3 * run + n) }));
    console.log(`  erasing a person of ${result} events from every answer: ${seconds} s`);
  }
  const together = await timed(() =>
    Promise.all(
      Array.from({ length: TOGETHER }, (_, n) =>
        store.erase({ user: pupil(3 * factors.length + TOGETHER * run + n) }),
      ),
    ),
  );
  console.log(`  erasing ${TOGETHER} people concurrently from every answer: ${together.seconds} s`);
  if (rewrite) console.log(`  writing the disk again, without them: ${(await timed(rewrite)).seconds} s`);
};

const history = await (clickhouse ? openClickHouseHistory() : openDuckHistory());
console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}; ${history.name}; each question ${times} times after one that does not count, one at a time, in turn with a scan that hashes the columns it needs of the rows it needs; "of scan" is the scan's median divided by the question's, "by cpu" the same by the store's processor time; a question's time begins where the server has it and ends with its answer. Larger histories have ${growth === 'pupils' ? 'so many times as many pupils in the same days' : 'the shortest so many times, one before the other'}.`,
);
try {
  const once = await loadHistory(history);
  for (const factor of factors) {
    if (factor > 1) await history.multiply(factor, growth);
    const events = once * factor;
    console.log(
      `\n${events.toLocaleString('en-US')} events over ${DAYS * (growth === 'days' ? factor : 1)} days: ${((await history.bytes()) / events).toFixed(0)} bytes an event on disk`,
    );
    for (const group of ['sums', 'filtered', 'others'] as const)
      if (parts.includes(group)) await measureGroup(history, group);
    if (parts.includes('analysts')) await analysts(history);
    if (parts.includes('writes')) {
      await erasing(history, factors.indexOf(factor));
      await loadBeside(history);
    }
  }
} finally {
  await history.close();
}
