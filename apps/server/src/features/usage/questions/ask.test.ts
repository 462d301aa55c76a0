/** The comparison with the period before, of which single events may have expired. */
import { rm } from 'node:fs/promises';
import { type QuestionFilter, type QuestionInput, readQuestion } from '@rollcall/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { duckQuestions } from '../../../engines/embedded/queries/question-dialect.ts';
import { duckStatements } from '../../../engines/embedded/queries/statements.ts';
import type { DuckStore } from '../../../engines/embedded/store/duck-store.ts';
import { newStoreFolder, openTestStore } from '../../../engines/embedded/store/testing/duck.ts';
import { eventAt, NOW } from '../../../events/store/testing/events.ts';
import { askQuestion } from './ask.ts';

const DAY = 86_400_000;

let folder: string;
let store: DuckStore;
beforeAll(async () => {
  folder = await newStoreFolder();
  store = await openTestStore(folder);
  const events = [5, 10, 62, 85].map(days => eventAt(NOW - days * DAY, { device: 'd', platform: 'web' }));
  await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
  await store.expire(NOW - 75 * DAY);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const filter: QuestionFilter = { all: [{ property: 'device.platform', op: 'is', value: 'web' }] };

test.each<[string, last: number, Partial<QuestionInput>, before: number | null]>([
  ['of single events that are kept', 35, { filter }, 1],
  ['of single events of which some have expired', 60, { filter }, null],
  ['of the sums of hours, which are kept', 60, {}, 2],
])('%s', async (_, last, more, before) => {
  const { question } = readQuestion(
    JSON.stringify({ v: 1, kind: 'trend', period: { last, unit: 'day' }, compare: 'previous', ...more }),
  );
  if (!question) throw new Error('no question');
  const context = { client: store, statements: duckStatements, questions: duckQuestions, now: () => NOW };
  const found = await askQuestion(context, question);
  const totals = [found.answer, found.previous?.answer].map(body =>
    body?.kind === 'trend' ? body.lines[0]?.total : null,
  );
  expect(totals).toEqual([2, before]);
  expect(found.rows_from).toBeNull();
});
