/**
 * `npm run bench -- track`: what reporting an event costs a page's main thread, in Chromium at a quarter of the
 * processor: the call itself, and the work that follows it (serialising, storing, sending), against peers and one sink.
 */
import { cpus } from 'node:os';
import { chromium } from 'playwright-core';
import { bundle, names } from './libraries.ts';
import { startSink } from './sink.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 200);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** ms between two calls, and how long the page is looked at after the last. */
const apart = 25;
const after = 4000;
const slowDown = 4;

interface Cost {
  /** ms of a call: the middle one, and the 99th of a hundred. */
  readonly call: number;
  readonly p99: number;
  /** ms of the main thread for each event, from the first call on, everything included. */
  readonly all: number;
  readonly requests: number;
}

const pages = await bundle();
const sink = await startSink(pages);
const browser = await chromium.launch({
  executablePath: process.env['ROLLCALL_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});

const person = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;

/** One page of a library, in a browser profile of its own. */
async function cost(name: string): Promise<Cost> {
  // Some libraries drop, without a word, what a headless browser reports.
  const context = await browser.newContext({ userAgent: person });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${sink.url}/page/${name}`);
  // Set-up, and what it puts off, are not counted: they come once a page.
  await page.evaluate(async () => {
    const own = window as unknown as { begin: () => Promise<Track>; track: Track };
    type Track = (name: string, data: object) => void;
    own.track = await own.begin();
    for (let warm = 0; warm < 20; warm++) own.track('warm', { lesson: warm });
    await new Promise(resolve => setTimeout(resolve, 3000));
  });
  const taskSeconds = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(each => each.name === 'TaskDuration')
      ?.value ?? 0;
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const sent = sink.requests();
  const before = await taskSeconds();
  const calls = await page.evaluate(
    async ({ events, apart, after }) => {
      const { track } = window as unknown as { track: (name: string, data: object) => void };
      const took: number[] = [];
      for (let index = 0; index < events; index++) {
        const data = {
          lesson: index,
          page: 3,
          correct: index % 2 === 0,
          answer: `x = ${index} · 答案`,
          seconds: 12.5,
        };
        const start = performance.now();
        track('lesson.answer', data);
        took.push(performance.now() - start);
        await new Promise(resolve => setTimeout(resolve, apart));
      }
      await new Promise(resolve => setTimeout(resolve, after));
      return took;
    },
    { events, apart, after },
  );
  const all = (((await taskSeconds()) - before) * 1000) / events;
  const requests = sink.requests() - sent;
  await context.close();
  calls.sort((a, b) => a - b);
  const at = (share: number): number => calls[Math.min(events - 1, Math.floor(events * share))] ?? 0;
  return { call: at(0.5), p99: at(0.99), all, requests };
}

const costs = new Map<string, Cost[]>(names.map(name => [name, []]));
for (let round = 0; round < rounds; round++)
  for (const name of names) costs.get(name)?.push(await cost(name));
await browser.close();
await sink.close();

const median = (of: readonly number[]): number => [...of].sort((a, b) => a - b)[of.length >> 1] ?? 0;
const figure = (name: string, read: (cost: Cost) => number): number =>
  median((costs.get(name) ?? []).map(read));
const loop = figure('nothing', cost => cost.all);

console.log('\ntrack(): main-thread cost of an event');
console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), Chromium ${browser.version()} headless, slowed ${slowDown} times by CDP; ${events} custom`,
);
console.log(
  `events, one each ${apart} ms, then ${after / 1000} s more; libraries in turn, ${rounds} rounds, medians. "call" is timed in the page (5 µs);`,
);
console.log(
  `"after" is the main thread's whole task time (CDP TaskDuration) time on the processor,
less the calls and less the same loop without a library.`,
);
const rows = names
  .filter(name => name !== 'nothing')
  .map(name => {
    const mean = figure(name, cost => cost.call);
    const whole = Math.max(0, figure(name, cost => cost.all) - loop);
    return {
      name,
      call: mean,
      p99: figure(name, cost => cost.p99),
      whole,
      after: Math.max(0, whole - mean),
      requests: figure(name, cost => cost.requests),
    };
  });
const own = rows.find(({ name }) => name === 'rollcall');
for (const { name, call, p99, after: follows, whole, requests } of rows)
  console.log(
    `  ${name.padEnd(18)} call ${call.toFixed(3)} ms (p99 ${p99.toFixed(3)})   after ${follows.toFixed(3)} ms   together ${whole.toFixed(3)} ms   ${requests} requests`,
  );
for (const { name, call, whole } of rows)
  if (own && name !== 'rollcall')
    console.log(
      `  rollcall / ${name}: call ${(own.call / call).toFixed(3)}, together ${(own.whole / whole).toFixed(3)}${name === 'posthog-js' ? ' (wanted: 0.1)' : ''}`,
    );
