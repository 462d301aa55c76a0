/** The call of questions over HTTP, as operators of each role and programs make it. */
import { refusals } from '@rollcall/contract';
import { type QuestionFilter, type QuestionInput, writeQuestion } from '@rollcall/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../../tools/testing/until.ts';
import { newPhone } from '../../accounts/testing.ts';
import { type TestApi, testApi } from '../../console/testing/api.ts';
import { type TestConsole, testConsole } from '../../console/testing/console.ts';
import { newId } from '../testing/batches.ts';

/** That somebody typed into a field of an event. */
const NUMBER = '13812345678';

let pages: TestConsole;
let api: TestApi;
let pupil: string;
beforeAll(async () => {
  pages = await testConsole({ ROLLCALL_PRODUCTS: 'school' });
  api = await testApi(pages, ['events:write', 'usage:query', 'people:write']);
  pupil = (await api.call('createPerson', { body: { pid: 'school', phone_number: newPhone() } })).id;
  const at = pages.server.now();
  const event = (key: string, more: object) => ({ id: newId(at), key, time: at, ...more });
  await api.call('sendEvents', {
    body: {
      product: 'school',
      events: [
        event('lesson.done', { user: pupil, data: { score: 90 } }),
        event('lesson.done', { device: 'd', data: { score: 30 } }),
        event('lesson.open', { user: pupil }),
        event('form.sent', { user: pupil, data: { phone: NUMBER, seat: 'A' } }),
        event('form.sent', { device: 'd', data: { phone: NUMBER, seat: 'A' } }),
      ],
    },
  });
  await until(async () => (await totalOf({ v: 1, kind: 'trend' })) === 5);
});
afterAll(() => pages.stop());

const ask = async (given: QuestionInput, role: 'viewer' | 'support' = 'viewer') =>
  pages.call('askUsageQuestion', {
    cookie: pages.cookies[role],
    query: { question: writeQuestion(given) },
  });
const totalOf = async (given: QuestionInput) => {
  const { answer } = await ask(given);
  return answer.kind === 'trend' ? answer.lines[0]?.total : undefined;
};
const done = { event: { kind: 'custom', key: 'lesson.done' } } as const;
const good: QuestionFilter = { all: [{ property: 'data.score', op: 'gte', value: 80 }] };
const entries = async () => {
  const { rows } = await pages.server.database.pool.query<{ after: unknown }>(
    `select after from audit_log where act collate "C" = 'usage.people' order by id`,
  );
  return rows.map(({ after }) => after);
};

test('a filtered question is answered of single events, one without a filter of the sums of hours', async () => {
  expect(await ask({ v: 1, kind: 'trend', series: [{ ...done, filter: good }] })).toMatchObject({
    answer: { lines: [{ by: [], total: 1 }] },
    source: 'events',
    unfinished: true,
    previous: null,
  });
  expect(await ask({ v: 1, kind: 'trend', series: [done], compare: 'previous' })).toMatchObject({
    answer: { lines: [{ total: 2 }] },
    previous: { answer: { lines: [{ total: 0 }] } },
    source: 'sums',
  });
});

test('people are shown by their nicknames, with one entry of the audit log for each look', async () => {
  const given: QuestionInput = { v: 1, kind: 'people', series: [done] };
  const before = (await entries()).length;
  const { answer } = await ask(given, 'support');
  expect(answer).toMatchObject({ kind: 'people', total: 2 });
  if (answer.kind !== 'people') throw new Error('no people');
  expect(answer.people.map(({ id }) => id).toSorted()).toEqual([pupil, null].toSorted());
  expect(answer.people.find(({ id }) => id === pupil)?.nickname).toEqual(expect.any(String));
  expect(answer.people.find(({ id }) => id === null)?.nickname).toBeNull();
  expect((await entries()).slice(before)).toEqual([{ people: [pupil] }]);
  expect(await ask(given)).toMatchObject({ answer: { total: 2 } });
  expect((await entries()).slice(before)).toEqual([{ people: [pupil] }, { people: [pupil] }]);
});

test('the people of a group of a funnel are one entry, too, and only those of the group', async () => {
  const open = { event: { kind: 'custom', key: 'lesson.open' } } as const;
  const given = (by: (string | null)[]): QuestionInput => ({
    v: 1,
    kind: 'people',
    series: [done, open],
    order: 'any',
    breakdowns: ['data.score'],
    behind: { funnel: { steps: 1, by } },
  });
  const before = (await entries()).length;
  expect(await ask(given(['30']), 'support')).toMatchObject({ answer: { people: [{ id: null }], total: 1 } });
  expect((await entries()).slice(before)).toEqual([]);
  const people = await Promise.all([['90'], [null]].map(by => ask(given(by), 'support')));
  const found = people.flatMap(({ answer }) => (answer.kind === 'people' ? answer.people : []));
  expect(found.map(({ id }) => id)).toEqual([pupil]);
  expect((await entries()).slice(before)).toEqual([{ people: [pupil] }]);
});

test('who sees numbers of people masked confirms no guess by the people of a group', async () => {
  const sent = { event: { kind: 'custom', key: 'form.sent' } } as const;
  const totals = async (
    property: 'data.phone' | 'data.seat',
    by: string | null,
    role: 'viewer' | 'support',
  ) => {
    const asked = (steps: number, behind: QuestionInput['behind']): QuestionInput => ({
      v: 1,
      kind: 'people',
      series: Array.from({ length: steps }, () => sent),
      breakdowns: [property],
      behind,
    });
    const answers = await Promise.all([
      ask(asked(2, { funnel: { steps: 1, by: [by] } }), role),
      ask(asked(2, { retention: { by: [by] } }), role),
      ask(asked(1, { stickiness: { series: 0, points: 1, by: [by] } }), role),
    ]);
    return answers.map(({ answer }) => answer.kind === 'people' && answer.total);
  };
  expect(await totals('data.phone', NUMBER, 'support')).toEqual([2, 2, 2]);
  expect(await totals('data.phone', NUMBER, 'viewer')).toEqual([0, 0, 0]);
  // What is unset is another group.
  expect(await totals('data.phone', null, 'viewer')).toEqual([0, 0, 0]);
  expect(await totals('data.seat', 'A', 'viewer')).toEqual([2, 2, 2]);
});

test('a program asks the same, but of people only with the scopes that show them', async () => {
  const question = writeQuestion({ v: 1, kind: 'trend', series: [done] });
  expect((await api.call('askUsageQuestion', { query: { question } })).answer).toMatchObject({
    lines: [{ total: 2 }],
  });
  const people = writeQuestion({ v: 1, kind: 'people', series: [done] });
  const refused = await api.ask('askUsageQuestion', { query: { question: people } });
  expect(refused.json).toMatchObject({
    code: refusals.ScopeRequired.code,
    data: { scope: 'people:read' },
  });
});

test('who sees no values of own fields asks nothing by them either', async () => {
  const property = 'person.field.parent';
  const filter: QuestionFilter = { all: [{ property, op: 'set' }] };
  for (const given of [
    { v: 1, kind: 'trend', breakdowns: [property] },
    { v: 1, kind: 'trend', filter },
    { v: 1, kind: 'trend', series: [{ ...done, filter }] },
  ] as const satisfies QuestionInput[]) {
    const question = writeQuestion(given);
    const viewer = await pages.ask('askUsageQuestion', {
      cookie: pages.cookies.viewer,
      query: { question },
    });
    expect(viewer.json?.code).toBe(refusals.RoleRequired.code);
    const program = await api.ask('askUsageQuestion', { query: { question } });
    expect(program.json).toMatchObject({
      code: refusals.ScopeRequired.code,
      data: { scope: 'people:read' },
    });
    expect((await ask(given, 'support')).answer.kind).toBe('trend');
  }
  // A value is no name.
  const value = '"property":"person.field.x';
  expect(
    await totalOf({ v: 1, kind: 'trend', filter: { all: [{ property: 'event.key', op: 'is', value }] } }),
  ).toBe(0);
});

test.each([
  ['series.0.measure', { v: 1, kind: 'trend', series: [{ measure: 'all' }] }],
  [
    'filter',
    { v: 1, kind: 'trend', filter: { all: [{ property: 'event.key', op: 'matches', value: 'a' }] } },
  ],
  ['v', { v: 2, kind: 'trend' }],
])('what is wrong is named: %s', async (name, given) => {
  const answer = await pages.ask('askUsageQuestion', {
    cookie: pages.cookies.viewer,
    query: { question: JSON.stringify(given) },
  });
  expect(answer.status).toBe(400);
  expect(answer.json?.data).toEqual({ field: 'question' });
  expect(answer.json?.msg).toContain(`"${name}`);
});

test('a cohort that is kept narrows and divides', async () => {
  const { id } = await pages.call('createCohort', {
    cookie: pages.cookies.admin,
    body: {
      name: 'Openers',
      about: '',
      definition: { all: [{ did: { event: { kind: 'custom', key: 'lesson.open' } } }] },
    },
  });
  const filter: QuestionFilter = { all: [{ cohort: id, op: 'in' }] };
  expect(await totalOf({ v: 1, kind: 'trend', series: [done], filter })).toBe(1);
  const { answer } = await ask({ v: 1, kind: 'trend', series: [done], breakdowns: [`cohort.${id}`] });
  expect(answer).toMatchObject({
    lines: [{ total: 2 }, { by: ['in'], total: 1 }, { by: ['out'], total: 1 }],
  });
});

test.each([
  [
    'a period too long',
    { period: { from: '2025-01-01', to: '2026-06-30' }, series: [{ filter: good }] },
    400,
  ],
  ['an answer too large', { breakdowns: ['event.key'], top: 500, period: { last: 400, unit: 'day' } }, 400],
  ['a cohort that there is not', { filter: { all: [{ cohort: newId(), op: 'in' }] } }, 404],
  ['an unknown zone', { zone: 'Nowhere/Else' }, 400],
] as const)('%s is refused', async (_, more, status) => {
  const question = JSON.stringify({ v: 1, kind: 'trend', ...more });
  const answer = await pages.ask('askUsageQuestion', { cookie: pages.cookies.viewer, query: { question } });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
});
