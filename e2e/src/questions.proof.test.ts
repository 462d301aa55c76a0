/**
 * Fifteen questions of a growth team, asked in the console's page in at most eight steps each, over twelve weeks of a made-up
 * school: what the page shows, and the answer behind it, are those of plain loops over what happened.
 */
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QuestionAnswer } from '@rollcall/contract/console';
import { answersOf, saidOf } from '../../apps/server/src/events/store/testing/fifteen-questions.ts';
import { makeSchool } from '../../apps/server/src/events/store/testing/made-up-school.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, startConsoleServer } from './console.ts';
import { firstAdmin, openPage } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { Asking } from './questions/asking.ts';
import { type Periods, walks } from './questions/fifteen.ts';
import { dayOf, importPupils, lastWeeks, loaded, sendFacts } from './questions/school.ts';
import { serverClock } from './server-clock.ts';

/** The most steps that a question may take. */
const STEPS = 8;
const DAY = 86_400_000;
const [SEED, PUPILS] = [1, 600];
const school = makeSchool(SEED, lastWeeks(Date.now()), PUPILS);
const expected = answersOf(school);
const folder = dataFolder();
const clock = serverClock(join(folder.path, 'clock'));
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;
let accounts: ReadonlyMap<string, string>;

beforeAll(async () => {
  // All of it comes from one address.
  const env = { ...clock.env, ROLLCALL_USAGE_ADDRESS_RATE: '0' };
  [server, browser] = await Promise.all([startConsoleServer(folder.path, env), launch()]);
  admin = await firstAdmin(browser, server);
  accounts = await importPupils(server, admin, school.pupils);
  await sendFacts(server, clock, school, accounts);
  await loaded(server, admin, school);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
  console.log(['question  steps  equal', ...table].join('\n'));
});

const table: string[] = [];
const { start, end } = school;
const span = (from: number, to: number): string => `${dayOf(from)} – ${dayOf(to - 1)}`;
const periods: Periods = {
  whole: span(start, end),
  ten: span(start, start + 70 * DAY),
  lately: span(end - 28 * DAY, end),
  week: span(end - 7 * DAY, end),
};
/** By the accounts: visitors have none. */
const known = (answer: unknown): unknown =>
  Array.isArray(answer) && answer.every(each => each === null || typeof each === 'string')
    ? answer.map(user => (user === null ? null : (accounts.get(user as string) ?? user))).sort()
    : answer;

test.each(walks.map((walk, n) => [n + 1, walk] as const))('question %i', async (number, walk) => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/ask`);
  const asking = new Asking(page);
  const answer = expected[number - 1];
  expect(JSON.stringify(answer).length).toBeGreaterThan(5);
  const answers: QuestionAnswer[] = [];
  const shown: unknown[] = [];
  let part: typeof walk | undefined = walk;
  while (part) {
    await part.ask(asking, periods);
    shown.push(await part.shown(asking));
    const told = await admin.request.get(
      `${server.url}/console/v1/usage/question?question=${asking.question}`,
    );
    answers.push(((await told.json()) as { data: QuestionAnswer }).data);
    part = part.again;
  }
  const right = walk.again ? (answer as unknown[]) : [known(answer)];
  table.push(`${String(number).padStart(8)}${String(asking.steps).padStart(7)}  no`);
  expect(shown).toEqual(right.map(each => walk.written?.(each as never) ?? each));
  // Digits that the page rounds are in the answer that it was told.
  expect(known(saidOf(number - 1, answers))).toEqual(known(answer));
  table.push(`${table.pop()?.slice(0, -2)}yes`);
  expect(asking.steps).toBeLessThanOrEqual(STEPS);
  expect(complaints).toEqual([]);
  await page.close();
});
