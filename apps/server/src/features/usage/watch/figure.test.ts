/** The figures that alerts watch, of every kind of question, as the event store answers them. */
import {
  type QuestionInput,
  readQuestion,
  type WatchedPeriod,
  writeQuestion,
} from '@rollcall/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../../tools/testing/until.ts';
import { testApi } from '../../console/testing/api.ts';
import { type TestConsole, testConsole } from '../../console/testing/console.ts';
import { finishedBy } from '../questions/period.ts';
import { newId } from '../testing/batches.ts';
import { figureOf, figureQuestion, hasFigure } from './figure.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string) => Date.parse(`2026-11-${text}:00+08:00`);

let pages: TestConsole;
beforeAll(async () => {
  pages = await testConsole({ ROLLCALL_PRODUCTS: 'school' });
  const api = await testApi(pages, ['events:write']);
  const event = (time: number, key: string, device: string, more: object = {}) => ({
    id: newId(time),
    key,
    time,
    device,
    ...more,
  });
  const events = [
    event(at('19T10:00'), 'open', 'a'),
    event(at('19T10:05'), 'open', 'b'),
    event(at('20T10:00'), 'open', 'a'),
    event(at('20T11:00'), 'done', 'a', { duration: 4000 }),
    event(at('20T11:10'), 'done', 'c', { duration: 8000 }),
    event(at('20T11:20'), 'done', 'c', { duration: 6000 }),
    event(at('21T15:00'), 'open', 'a'),
    event(at('21T15:10'), 'open', 'b'),
    event(at('21T15:20'), 'done', 'b', { duration: 1000 }),
    // Of the hour that has not ended.
    event(at('21T16:00') - 1, 'open', 'd'),
  ];
  await api.call('sendEvents', { body: { product: 'school', events } });
  const all = writeQuestion({ v: 1, kind: 'trend', population: { trusted: 'only' } });
  await until(async () => {
    const { answer } = await pages.call('askUsageQuestion', {
      cookie: pages.cookies.viewer,
      query: { question: all },
    });
    return answer.kind === 'trend' && answer.lines[0]?.total === events.length;
  });
});
afterAll(() => pages.stop());

const open = { event: { kind: 'custom', key: 'open' } } as const;
const done = { event: { kind: 'custom', key: 'done' } } as const;

const figure = async (given: QuestionInput, every: WatchedPeriod, series: number | null = 0) => {
  const { question } = readQuestion(JSON.stringify(given));
  if (!question) throw new Error('no question');
  const finished = finishedBy(every, ZONE, pages.server.now());
  const { answer } = await pages.call('askUsageQuestion', {
    cookie: pages.cookies.viewer,
    query: { question: writeQuestion(figureQuestion(question, every, finished)) },
  });
  return figureOf(answer, series, every === 'hour' ? finished.point : undefined);
};

test.each<[string, QuestionInput, WatchedPeriod, number | null, number | null]>([
  ['times of an hour', { v: 1, kind: 'trend', series: [open] }, 'hour', 0, 3],
  [
    'times of a day, divided',
    { v: 1, kind: 'trend', series: [done], breakdowns: ['event.key'] },
    'day',
    0,
    3,
  ],
  ['people of a day', { v: 1, kind: 'trend', series: [open, { ...done, measure: 'people' }] }, 'day', 1, 2],
  ['a formula', { v: 1, kind: 'trend', series: [done, open], formula: 'A / B' }, 'day', null, 3],
  [
    'the hours without anything',
    { v: 1, kind: 'trend', series: [{ event: { kind: 'click' } }] },
    'hour',
    0,
    0,
  ],
  ['a funnel of a day', { v: 1, kind: 'funnel', series: [open, done] }, 'day', 0, 1],
  ['a funnel of an hour', { v: 1, kind: 'funnel', series: [open, done] }, 'hour', 0, 1 / 3],
  [
    'a funnel that nobody began',
    { v: 1, kind: 'funnel', series: [{ event: { kind: 'click' } }, done] },
    'day',
    0,
    null,
  ],
  ['who came back on the day', { v: 1, kind: 'retention', series: [open, open] }, 'day', 0, 1 / 2],
  ['the time spent', { v: 1, kind: 'time', series: [done] }, 'day', 0, 6000],
  ['people of a list', { v: 1, kind: 'people', series: [done] }, 'day', 0, 2],
  ['who was there', { v: 1, kind: 'stickiness', series: [{}] }, 'day', 0, 2],
  ['moves between pages', { v: 1, kind: 'paths', series: [{ event: { kind: 'view' } }] }, 'day', 0, 0],
])('%s', async (_, question, every, series, expected) => {
  expect(await figure(question, every, series)).toBe(expected);
});

test.each<[QuestionInput, WatchedPeriod, number | null, boolean]>([
  [{ v: 1, kind: 'trend' }, 'hour', 0, true],
  [{ v: 1, kind: 'trend' }, 'hour', null, false],
  [{ v: 1, kind: 'trend' }, 'hour', 1, false],
  [{ v: 1, kind: 'funnel', series: [open, done] }, 'hour', 1, false],
  [{ v: 1, kind: 'people', series: [open, done], behind: { funnel: { steps: 1 } } }, 'day', 0, false],
  [{ v: 1, kind: 'paths' }, 'hour', 0, false],
  [{ v: 1, kind: 'retention', series: [open, open] }, 'week', 0, true],
])('%j has a figure of a %s of series %s: %s', (given, every, series, expected) => {
  const { question } = readQuestion(JSON.stringify(given));
  expect(question && hasFigure(question, series, every)).toBe(expected);
});

test('a period that has ended is told by the zone of the question', () => {
  const now = Date.parse('2026-03-29T03:30:00Z');
  expect(finishedBy('day', 'Europe/Berlin', now)).toEqual({
    from: Date.parse('2026-03-27T23:00:00Z'),
    to: Date.parse('2026-03-28T23:00:00Z'),
    next: Date.parse('2026-03-29T22:00:00Z'),
    days: { from: '2026-03-28', to: '2026-03-28' },
    point: '2026-03-28',
  });
  expect(finishedBy('hour', 'Asia/Shanghai', Date.parse('2026-03-28T16:20:00Z'))).toMatchObject({
    point: '2026-03-28T23',
    days: { from: '2026-03-28', to: '2026-03-28' },
  });
  expect(finishedBy('week', 'Asia/Shanghai', now)).toMatchObject({
    days: { from: '2026-03-16', to: '2026-03-22' },
    to: Date.parse('2026-03-23T00:00:00+08:00'),
  });
});
