/** When alerts on questions fire, end and can't be evaluated, and what is queued to be sent. */
import { type Question, writeQuestion } from '@rollcall/contract/console';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { refuse } from '../../../platform/refusal.ts';
import { queueQuestionAlerts } from '../../monitoring/question-alerts.ts';
import { evaluateAlerts, GRACE, TRIES, type WatchParts } from './evaluate.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ID = '019a0000-0000-7000-8000-00000000000a';
const QUESTION = '019a0000-0000-7000-8000-00000000000b';
const AT = Date.parse('2026-11-26T09:00:00+08:00') + GRACE;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

let now: ReturnType<typeof heldClock>;
/** The figure of a period by its first hour or day; absent: 0. */
let figures: Record<string, number | null>;
/** Until when events are loaded; null: until now; undefined: it is not known. */
let until: number | null | undefined;
let fault: (() => never) | undefined;
let asked: Question[];
beforeEach(async () => {
  await database.truncate();
  now = heldClock(AT);
  figures = {};
  until = null;
  fault = undefined;
  asked = [];
  await database.db
    .insertInto('usage_questions')
    .values({
      id: QUESTION,
      name: '活跃用户',
      template: 'active',
      about: '',
      question: writeQuestion({ v: 1, kind: 'trend', breakdowns: ['device.browser'], compare: 'previous' }),
      shared: 'viewer',
      by_link: false,
      owner_id: null,
      changed_at: new Date(AT),
    })
    .execute();
});

const parts = (more: Partial<WatchParts> = {}): WatchParts => ({
  db: database.db,
  now,
  log: { warn: () => {}, error: () => {} },
  ask: async question => {
    asked.push(question);
    fault?.();
    const { period, grain } = question;
    const from = 'from' in period ? period.from : '';
    const hours = Array.from({ length: 24 }, (_, hour) => `${from}T${String(hour).padStart(2, '0')}`);
    const points = grain === 'hour' ? hours : [from];
    const values = points.map(point => (point in figures ? (figures[point] ?? null) : 0));
    return {
      from: 0,
      to: 1,
      sample: false,
      rows_from: null,
      answer: {
        kind: 'trend',
        points,
        lines: [{ series: 0, by: [], total: grain === 'hour' ? -1 : (values[0] ?? null), values }],
        more: 0,
      },
      previous: null,
      unfinished: false,
      until: null,
      source: 'events',
    };
  },
  lag: async () => {
    if (until === undefined) throw new Error('not known');
    return until === null ? 0 : now() - until;
  },
  tell: queueQuestionAlerts({ webhook: { url: 'https://hooks.example', secret: 'sixteen-characters' } }),
  ...more,
});

const add = (more: object = {}) =>
  database.db
    .insertInto('question_alerts')
    .values({
      id: ID,
      name: 'Few',
      question_id: QUESTION,
      series: 0,
      every: 'hour',
      condition: 'below',
      threshold: 10,
      least: 1,
      channel_id: null,
      enabled: true,
      owner_id: null,
      changed_at: new Date(AT),
      next_at: new Date(0),
      ...more,
    })
    .execute();
const read = () => database.db.selectFrom('question_alerts').selectAll().executeTakeFirstOrThrow();
const messages = async () =>
  (await database.db.selectFrom('alert_messages').select('body').orderBy('id').execute()).map(
    ({ body }) => body as Record<string, never>,
  );
const states = async () => (await messages()).map(({ state }) => state);
const run = () => evaluateAlerts(parts());

test('the last hour that has ended is evaluated once, and a message sent when the state changes', async () => {
  await add();
  figures = { '2026-11-26T08': 12, '2026-11-26T09': 3, '2026-11-26T10': 2, '2026-11-26T11': 20 };
  await run();
  expect(asked).toMatchObject([
    { grain: 'hour', breakdowns: [], period: { from: '2026-11-26', to: '2026-11-26' } },
  ]);
  expect(asked[0]).not.toHaveProperty('compare');
  expect(await read()).toMatchObject({ state: 'ok', value: 12, measured_to: new Date(AT - GRACE) });
  now.move(HOUR - 60_000);
  await run();
  expect(asked).toHaveLength(1);
  now.move(60_000);
  await run();
  for (let minute = 0; minute < 5; minute += 1) {
    now.move(60_000);
    await run();
  }
  expect(asked).toHaveLength(2);
  expect(await states()).toEqual(['firing']);
  const since = (await read()).since;
  expect(since).toEqual(new Date(AT + HOUR));
  now.set(AT + 2 * HOUR);
  await run();
  expect(await read()).toMatchObject({ state: 'firing', since, value: 2 });
  now.set(AT + 3 * HOUR);
  await run();
  expect(await states()).toEqual(['firing', 'resolved']);
  expect(await read()).toMatchObject({ state: 'ok', value: 20 });
  expect((await messages())[0]).toMatchObject({
    value: 3,
    threshold: 10,
    rule: { kind: 'question', name: 'Few', target: ID, window_minutes: 60 },
    question: {
      id: QUESTION,
      name: '活跃用户',
      template: 'active',
      from: AT - GRACE,
      to: AT - GRACE + HOUR,
      condition: 'below',
    },
  });
});

test('two processes evaluate concurrently, and one message is queued', async () => {
  await add();
  await Promise.all([run(), run(), run()]);
  expect(await states()).toEqual(['firing']);
});

test('nothing is queued or kept where the process is killed before its transaction ends', async () => {
  await add();
  const killed = parts({
    tell: async (...given) => {
      await parts().tell(...given);
      throw new Error('killed');
    },
  });
  await evaluateAlerts(killed);
  expect(await states()).toEqual([]);
  expect(await read()).toMatchObject({ state: 'waiting', measured_to: null });
  now.move(10 * 60_000);
  await run();
  expect(await states()).toEqual(['firing']);
});

test('events that are not loaded are waited for, and after two hours it is said', async () => {
  await add({ every: 'day' });
  figures = { '2026-11-24': 40, '2026-11-25': 50 };
  until = Date.parse('2026-11-25T23:59:59+08:00');
  now.set(Date.parse('2026-11-26T00:00:00+08:00') + GRACE);
  await run();
  now.move(60_000);
  await run();
  // The day before has been loaded, and is asked for once.
  expect(await read()).toMatchObject({ state: 'ok', problem: null, value: 40 });
  expect(asked).toHaveLength(1);
  now.move(2 * HOUR);
  await run();
  expect(asked).toHaveLength(1);
  expect(await read()).toMatchObject({ state: 'failing', problem: 'behind' });
  expect(await states()).toEqual(['unevaluated']);
  until = null;
  now.move(5 * 60_000);
  await run();
  expect(await read()).toMatchObject({ state: 'ok', problem: null, value: 50 });
  expect(await states()).toEqual(['unevaluated', 'resolved']);
});

test('hours that are loaded an hour late are evaluated, and a loader that stands still is told', async () => {
  await add();
  figures = { '2026-11-26T07': 12, '2026-11-26T08': 13 };
  until = AT - GRACE - HOUR / 2;
  await run();
  expect(await read()).toMatchObject({ state: 'ok', value: 12, measured_to: new Date(AT - GRACE - HOUR) });
  for (let minute = 0; minute < 80; minute += 10) {
    now.move(10 * 60_000);
    await run();
  }
  expect(await read()).toMatchObject({ state: 'ok', problem: null });
  now.move(HOUR);
  await run();
  expect(await read()).toMatchObject({ state: 'failing', problem: 'behind' });
  expect(asked).toHaveLength(1);
  until = null;
  figures['2026-11-26T10'] = 14;
  now.move(5 * 60_000);
  await run();
  expect(await read()).toMatchObject({ state: 'ok', value: 14 });
  expect(await states()).toEqual(['unevaluated', 'resolved']);
});

test('nothing is said of figures while it is not known what is loaded', async () => {
  await add();
  until = undefined;
  for (let n = 0; n < TRIES; n += 1) {
    await run();
    now.move(5 * 60_000);
  }
  expect(asked).toEqual([]);
  expect(await read()).toMatchObject({ state: 'failing', problem: 'behind' });
  expect(await states()).toEqual(['unevaluated']);
});

test('a funnel is evaluated once its people had their time', async () => {
  await add({ every: 'day' });
  await database.db
    .updateTable('usage_questions')
    .set({ question: JSON.stringify({ v: 1, kind: 'funnel', series: [{}, {}], window: 2 * DAY }) })
    .execute();
  await run();
  expect(asked.map(({ period }) => period)).toEqual([{ from: '2026-11-23', to: '2026-11-23' }]);
  expect((await read()).next_at).toEqual(new Date(Date.parse('2026-11-27T00:00:00+08:00') + GRACE));
});

test('an alert that fired and then failed is resolved by a figure alone', async () => {
  await add();
  await run();
  fault = () => {
    throw refuse('InvalidRequest');
  };
  now.move(HOUR);
  await run();
  fault = undefined;
  figures = { '2026-11-26T09': null, '2026-11-26T10': null, '2026-11-26T11': 30 };
  now.move(5 * 60_000);
  await run();
  expect(await states()).toEqual(['firing', 'unevaluated']);
  expect(await read()).toMatchObject({ state: 'firing', fired: true, value: null });
  now.set(AT + 3 * HOUR);
  await run();
  expect(await states()).toEqual(['firing', 'unevaluated', 'resolved']);
});

test('a question that is too large is asked less and less often', async () => {
  await add({ every: 'day' });
  fault = () => {
    throw refuse('InvalidRequest');
  };
  for (let minute = 0; minute < 6 * 60; minute += 5) {
    await run();
    now.move(5 * 60_000);
  }
  expect(asked.length).toBeLessThan(8);
  expect(await states()).toEqual(['unevaluated']);
});

test('a question by own fields of people is not asked', async () => {
  const filter = { all: [{ property: 'person.field.house', op: 'is', value: 'red' }] };
  await add();
  await database.db
    .updateTable('usage_questions')
    .set({ question: JSON.stringify({ v: 1, kind: 'trend', filter }) })
    .execute();
  await run();
  expect(asked).toEqual([]);
  expect(await read()).toMatchObject({ state: 'failing', problem: 'own-field' });
});

test.each([
  ['InvalidRequest', 'too-large'],
  ['NotFound', 'cohort-gone'],
] as const)('a question that is refused as %s makes the alert fail immediately', async (refusal, problem) => {
  await add();
  fault = () => {
    throw refuse(refusal);
  };
  await run();
  now.move(5 * 60_000);
  await run();
  expect(await read()).toMatchObject({ state: 'failing', problem, since: new Date(AT) });
  expect(await states()).toEqual(['unevaluated']);
});

test('a store that does not answer fails it after several tries, and not before', async () => {
  await add();
  fault = () => {
    throw refuse('TooBusy');
  };
  for (let n = 1; n < TRIES; n += 1) {
    await run();
    expect(await read()).toMatchObject({ state: 'waiting', problem: 'busy', tries: n });
    now.move(5 * 60_000);
  }
  await run();
  expect(await read()).toMatchObject({ state: 'failing', problem: 'busy' });
  fault = undefined;
  now.move(20 * 60_000);
  await run();
  expect(await states()).toEqual(['unevaluated', 'firing']);
});

test('a question that has the figure no more makes the alert fail', async () => {
  await add({ series: 1 });
  await run();
  expect(await read()).toMatchObject({ state: 'failing', problem: 'changed' });
  expect(asked).toEqual([]);
});

test('a zone that there is not fails its own alert, and no other', async () => {
  const [wrong, other] = ['019a0000-0000-7000-8000-00000000000c', '019a0000-0000-7000-8000-00000000000d'];
  const { question: _, ...kept } = await database.db
    .selectFrom('usage_questions')
    .selectAll()
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('usage_questions')
    .values({ ...kept, id: wrong, question: JSON.stringify({ v: 1, kind: 'trend', zone: 'Nowhere/Else' }) })
    .execute();
  await add({ id: other, question_id: wrong, next_at: new Date(-1) });
  await add();
  await run();
  const rows = await database.db.selectFrom('question_alerts').selectAll().orderBy('id').execute();
  expect(rows).toMatchObject([{ state: 'firing' }, { state: 'failing', problem: 'too-large' }]);
});

test('an alert that is changed while it is evaluated is left to the next run', async () => {
  await add();
  const { ask, ...rest } = parts();
  await evaluateAlerts({
    ...rest,
    ask: async (...given) => {
      await database.db.updateTable('question_alerts').set({ revision: 2 }).execute();
      return ask(...given);
    },
  });
  expect(await states()).toEqual([]);
  expect(await read()).toMatchObject({ state: 'waiting' });
});

test('a paused alert is not evaluated, and a drop is measured against the same day a week before', async () => {
  await add({ every: 'day', condition: 'dropped', threshold: 0.3, enabled: false });
  await run();
  expect(asked).toEqual([]);
  await database.db.updateTable('question_alerts').set({ enabled: true }).execute();
  figures = { '2026-11-25': 70, '2026-11-18': 100 };
  await run();
  expect(asked.map(({ period }) => period)).toEqual([
    { from: '2026-11-25', to: '2026-11-25' },
    { from: '2026-11-18', to: '2026-11-18' },
  ]);
  expect(await read()).toMatchObject({ state: 'firing', value: 70, before: 100 });
  now.move(DAY);
  figures = { '2026-11-26': null, '2026-11-19': 100 };
  await run();
  expect(await read()).toMatchObject({ state: 'firing', value: null });
});

test('without a channel and a webhook no message is queued', async () => {
  await add();
  await evaluateAlerts(parts({ tell: queueQuestionAlerts({ webhook: undefined }) }));
  expect(await read()).toMatchObject({ state: 'firing' });
  expect(await states()).toEqual([]);
});
