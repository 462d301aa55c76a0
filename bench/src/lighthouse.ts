/**
 * `npm run bench -- lighthouse [PATH …]`: Lighthouse's figures of the pages on its mobile profile, of the built pages on a server
 * with one person, who is signed in on the account pages alone. Blocking time is the clock's, multiplied by four: it holds on a
 * machine that does nothing else. Beside it stands the same by the processor time of the main thread's tasks, which other
 * processes change little.
 */
import lighthouse, { type TraceEvent } from 'lighthouse';
import { type CookieData, launch } from 'puppeteer-core';
import { CHROMIUM } from '../../e2e/src/browser.ts';
import { newPhone, signUp, tokensOf } from '../../e2e/src/people.ts';
import { startServer, temporaryFolder } from '../../e2e/src/server.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const open = ['/', '/sign-in', '/sign-up', '/reset', '/lesson/1', '/agreements/1'];
const signedIn = ['/account', '/account/security', '/account/privacy'];
const asked = process.argv.slice(3);
const paths = asked.length > 0 ? asked : [...open, ...signedIn];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse's phone is this many times slower, and a task blocks by what it takes beyond this many milliseconds. */
const [SLOWER, LONG] = [4, 50];

/** Blocking time in ms, by the processor time of all tasks of the page's main thread, those before its first text too. */
function blockingByProcessor(events: readonly TraceEvent[]): number {
  const start = events.findLast(({ args }) => args.data?.documentLoaderURL?.startsWith('http'));
  return events
    .filter(
      ({ name, pid, tid, ts }) =>
        name === 'RunTask' && pid === start?.pid && tid === start.tid && ts > start.ts,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur * SLOWER) / 1000 - LONG), 0);
}

const folder = temporaryFolder();
const server = await startServer(folder.path);
const browser = await launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
try {
  const { refresh } = tokensOf(await signUp(server, newPhone(), 'Secret#1'));
  /** What the signed-in person's browser holds; the pages exchange it. */
  let jar: CookieData[] = [
    { name: 'dev_refresh_token', value: refresh.token, domain: '127.0.0.1', path: '/' },
  ];
  console.log(
    `Lighthouse of the built pages, mobile profile (simulated throttling), ${rounds} runs each; /account… signed in; a server and\n` +
      `${await browser.version()} on this machine. A run's columns: performance, accessibility, best practices, SEO; largest text or\n` +
      `picture (LCP), total blocking time (TBT) and the same by processor time (CPU) in ms; layout shift; bytes in all; speed of the processor (benchmarkIndex).\n`,
  );
  console.log(
    `${'page'.padEnd(20)}${['perf', 'a11y', 'best', 'seo', 'LCP', 'TBT', 'CPU', 'CLS', 'bytes', 'speed'].map(head => head.padStart(8)).join('')}`,
  );
  for (const path of paths) {
    const blocking: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const asPerson = signedIn.includes(path);
      await browser.deleteCookie(...(await browser.cookies()));
      if (asPerson) await browser.setCookie(...jar);
      const page = await browser.newPage();
      const result = await lighthouse(server.url + path, { onlyCategories: categories }, undefined, page);
      await page.close();
      if (asPerson) jar = await browser.cookies();
      if (!result) throw new Error(`${path}: no result.`);
      const { audits, environment, categories: judged, finalDisplayedUrl } = result.lhr;
      if (new URL(finalDisplayedUrl).pathname !== path)
        throw new Error(`${path} led to ${finalDisplayedUrl}.`);
      const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
      if (result.lhr.categories['performance']?.score === null) throw new Error(`${path}: no figures.`);
      blocking.push(figure('total-blocking-time'));
      const cells = [
        ...categories.map(name => Math.round((judged[name]?.score ?? Number.NaN) * 100)),
        Math.round(figure('largest-contentful-paint')),
        Math.round(figure('total-blocking-time')),
        Math.round(blockingByProcessor(result.artifacts.Trace.traceEvents)),
        figure('cumulative-layout-shift').toFixed(3),
        figure('total-byte-weight'),
        Math.round(environment.benchmarkIndex),
      ];
      console.log(path.padEnd(20) + cells.map(cell => String(cell).padStart(8)).join(''));
    }
    const middle = blocking.toSorted((a, b) => a - b)[Math.floor(blocking.length / 2)] ?? Number.NaN;
    console.log(`${''.padEnd(20)}median of the blocking times: ${Math.round(middle)} ms`);
  }
} finally {
  await browser.close();
  await server.stop();
  folder.remove();
}
