/**
 * `npm run bench -- queries`: every question of the console over histories of about 1 and 10 million events: how long each takes, how it
 * grows, and against a bare scan of what it reads; also loading and the size on disk.
 *
 * BENCH_STORE=duckdb | clickhouse. BENCH_FACTORS=1,10,100 (million events). BENCH_GROWTH=pupils (so many more in the same 90 days) | days
 * (so many times longer). BENCH_TIMES=20 runs of each question.
 */
import { cpus } from 'node:os';
import { analysts, isAnswered, loadBeside } from './beside.ts';
import { openClickHouseHistory } from './clickhouse.ts';
import { openDuckHistory } from './duckdb.ts';
import { DAYS, type Growth, type HistoryStore, loadHistory } from './history.ts';
import { ownProcessorTime } from '../processor-time.ts';
import { type Question, questions } from './questions.ts';

/** People who are erased concurrently: as many as a process works on. */
const TOGETHER = 16;
const times = Number(process.env['BENCH_TIMES'] ?? 20);
const growth: Growth = process.env['BENCH_GROWTH'] === 'days' ? 'days' : 'pupils';
const clickhouse = process.env['BENCH_STORE'] === 'clickhouse';
const factors = (process.env['BENCH_FACTORS'] ?? '1,10').split(',').map(Number);

interface Figures {
  readonly p50: number;
  readonly p95: number;
  /** Milliseconds of the store's processor time, on average. */
  readonly cpu: number;
  /** How much of a bare scan's speed is left, by processor time; undefined where rollups answer, and where one was refused. */
  readonly ofScan: number | undefined;
}

const measured = async (history: HistoryStore, { ask, scan }: Question): Promise<Figures> => {
  const queries = history.queries(history.store);
  const took: number[] = [];
  const cpu = { asked: 0, scanned: 0 };
  const spent = () => ownProcessorTime(history.pid());
  for (let n = -1; n < times; n += 1) {
    const [begun, before] = [performance.now(), spent()];
    const answered = await isAnswered(() => ask(queries));
    const [ended, between] = [performance.now(), spent()];
    if (scan && answered) await history.scan(scan);
    if (n < 0) continue;
    took.push(answered ? ended - begun : Number.POSITIVE_INFINITY);
    cpu.asked += between - before;
    cpu.scanned += spent() - between;
  }
  took.sort((one, other) => one - other);
  const at = (share: number) => took[Math.min(times - 1, Math.floor(times * share))] ?? Number.NaN;
  return {
    p50: at(0.5),
    p95: at(0.95),
    cpu: cpu.asked / times,
    ofScan: scan && at(1) !== Number.POSITIVE_INFINITY ? cpu.scanned / cpu.asked : undefined,
  };
};

const figuresOf = async (history: HistoryStore): Promise<Readonly<Record<string, Figures>>> => {
  const all: Record<string, Figures> = {};
  for (const [name, question] of Object.entries(questions)) all[name] = await measured(history, question);
  return all;
};

const pupil = (n: number) => `5a3b1e00-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** How long until a person is gone from every answer; and, apart, until the disk is cleared, once a night. @param run others each time */
const erasing = async ({ store, rewrite }: HistoryStore, run: number): Promise<void> => {
  const timed = async <T>(work: () => Promise<T>): Promise<{ seconds: string; result: T }> => {
    const begun = performance.now();
    const result = await work();
    return { seconds: ((performance.now() - begun) / 1000).toFixed(2), result };
  };
  for (let n = 0; n < 3; n += 1) {
    const { seconds, result } = await timed(() => store.erase({ user: pupil(0x66a + 3 * run + n) }));
    console.log(`  erasing a person of ${result} events from every answer: ${seconds} s`);
  }
  const together = await timed(() =>
    Promise.all(
      Array.from({ length: TOGETHER }, (_, n) => store.erase({ user: pupil(0x700 + TOGETHER * run + n) })),
    ),
  );
  console.log(`  erasing ${TOGETHER} people at once from every answer: ${together.seconds} s`);
  if (rewrite) console.log(`  writing the disk anew, without them: ${(await timed(rewrite)).seconds} s`);
};

const history = await (clickhouse ? openClickHouseHistory() : openDuckHistory());
console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}; ${history.name}; each question ${times} times after one that does not count, one at a time, in turn with a scan that hashes the columns it reads, of the rows it reads; "of scan" is by the store's processor time. Longer histories have ${growth === 'pupils' ? 'so many times as many pupils in the same days' : 'the shortest so many times, one before the other'}.`,
);
const all: { events: number; figures: Readonly<Record<string, Figures>> }[] = [];
try {
  const once = await loadHistory(history);
  for (const factor of factors) {
    if (factor > 1) await history.multiply(factor, growth);
    const events = once * factor;
    console.log(
      `${events.toLocaleString('en-US')} events over ${DAYS * (growth === 'days' ? factor : 1)} days: ${((await history.bytes()) / events).toFixed(0)} bytes an event on disk`,
    );
    all.push({ events, figures: await figuresOf(history) });
    await analysts(history);
    await erasing(history, factors.indexOf(factor));
    if (factor > 1) await loadBeside(history);
  }
} finally {
  await history.close();
}

const cells = (...values: readonly (number | undefined)[]) =>
  values
    .map(value =>
      value === undefined
        ? ''
        : value === Number.POSITIVE_INFINITY
          ? 'refused'
          : value.toFixed(value < 10 ? 2 : 0),
    )
    .map(text => text.padStart(9))
    .join('');
const head = all.map(
  ({ events }) => `${`${(events / 1e6).toFixed(1)} M: p50`.padStart(14)}     p95  of scan`,
);
console.log(`\n${'ms'.padEnd(32)}${head.join('')}`);
for (const name of Object.keys(questions)) {
  const line = all
    .map(({ figures }) => figures[name])
    .map(each => `     ${cells(each?.p50, each?.p95, each?.cpu, each?.ofScan)}`);
  console.log(`${name.padEnd(32)}${line.join('')}`);
}
