/** Alerts on saved questions over HTTP, by operators of each role. */
import { writeQuestion } from '@rollcall/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../../accounts/testing.ts';
import { type TestConsole, testConsole } from '../../console/testing/console.ts';

let pages: TestConsole;
let question: string;
let hidden: string;
beforeAll(async () => {
  pages = await testConsole({
    ROLLCALL_ALERT_WEBHOOK_URL: 'https://hooks.example/alerts',
    ROLLCALL_ALERT_WEBHOOK_SECRET: 'sixteen-characters',
  });
  const save = async (shared: 'viewer' | 'admin') =>
    (
      await pages.call('saveQuestion', {
        ...by('admin'),
        body: {
          name: `of ${shared}`,
          shared,
          by_link: false,
          question: writeQuestion({ v: 1, kind: 'trend', series: [{}, { event: { kind: 'view' } }] }),
        },
      })
    ).id;
  question = await save('viewer');
  hidden = await save('admin');
});
afterAll(() => pages.stop());

const by = (role: 'admin' | 'support' | 'viewer') => ({ cookie: pages.cookies[role] });
const MISSING = '00000000-0000-4000-8000-000000000000';
const fields = () => ({
  name: 'Few',
  question,
  series: 1,
  every: 'hour' as const,
  condition: 'below' as const,
  threshold: 10,
  least: 1,
  channel: null,
  enabled: true,
});
const create = (more: object = {}) =>
  pages.call('createQuestionAlert', { ...by('admin'), body: { ...fields(), ...more } });
const change = (body: { id: string; revision: number }, more: object = {}) =>
  pages.call('changeQuestionAlert', { ...by('admin'), body: { ...fields(), ...body, ...more } });
const list = async (role: 'admin' | 'viewer' = 'admin', of?: string) =>
  (await pages.call('listQuestionAlerts', { ...by(role), query: of === undefined ? {} : { question: of } }))
    .items;
const one = async (id: string) => (await list()).find(item => item.id === id);
const put = (id: string, values: object) =>
  pages.server.app.db.updateTable('question_alerts').set(values).where('id', '=', id).execute();
const messages = async (id: string) =>
  (
    await pages.server.app.db
      .selectFrom('alert_messages')
      .select('body')
      .where('question_alert_id', '=', id)
      .execute()
  ).map(({ body }) => body);

test('an alert is listed with its question and state, to the roles that the question is shared with', async () => {
  const { id } = await create();
  const other = await create({ question: hidden, name: 'Hidden' });
  expect(await one(id)).toMatchObject({
    ...fields(),
    question_name: 'of viewer',
    unit: 'number',
    owner: 'first.admin',
    state: 'waiting',
    value: null,
    delivery: 'none',
    revision: 1,
  });
  expect((await list('viewer')).map(item => item.id)).not.toContain(other.id);
  expect((await list('admin', hidden)).map(item => item.id)).toEqual([other.id]);
});

test('an alert that fires and is changed begins again, and says so where it sends to', async () => {
  const made = await create();
  await put(made.id, { state: 'firing', fired: true, since: new Date(5), value: 3 });
  // Another name is the same alert.
  expect(await change(made, { name: 'Fewer' })).toEqual({ id: made.id, revision: 2 });
  expect(await one(made.id)).toMatchObject({ name: 'Fewer', state: 'firing', since: 5, value: 3 });
  expect(await messages(made.id)).toEqual([]);
  await change({ id: made.id, revision: 2 }, { enabled: false });
  expect(await one(made.id)).toMatchObject({ state: 'waiting', since: null, value: null, enabled: false });
  expect(await messages(made.id)).toMatchObject([
    { state: 'changed', began_at: 5, rule: { name: 'Fewer' }, question: { name: 'of viewer' } },
  ]);
  expect(await one(made.id)).toMatchObject({ delivery: 'waiting' });
});

test('the second of two who change or delete what they read is refused, and nothing is lost', async () => {
  const made = await create();
  const outcomes = await Promise.allSettled([change(made, { name: 'a' }), change(made, { name: 'b' })]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const remove = (revision: number) =>
    pages.call('deleteQuestionAlert', { ...by('admin'), body: { id: made.id, revision } });
  expect(await refusalOf(remove(1))).toMatchObject({ refusal: 'Conflict' });
  await remove(2);
  expect(await refusalOf(remove(2))).toMatchObject({ refusal: 'NotFound' });
  const { items } = await pages.call('listAudit', { ...by('admin'), query: { act: 'usage' } });
  expect(items.filter(({ subject }) => subject === made.id).map(({ act }) => act)).toEqual([
    'usage.delete-alert',
    'usage.change-alert',
    'usage.create-alert',
  ]);
});

test.each([
  ['InvalidRequest', 'series', { series: 2 }],
  ['InvalidRequest', 'series', { series: null }],
  ['InvalidRequest', 'threshold', { condition: 'dropped', threshold: 1.5 }],
  ['InvalidRequest', 'threshold', { threshold: 1e300 }],
  ['InvalidRequest', 'every', { every: 'month' }],
  ['NotFound', 'question', { question: MISSING }],
  ['NotFound', 'channel', { channel: 999 }],
])('%s names a wrong %s', async (refusal, field, more) => {
  expect(await refusalOf(create(more))).toMatchObject({ refusal, detail: { data: { field } } });
});

test.each([
  [
    'own fields of people',
    { kind: 'trend', filter: { all: [{ property: 'person.field.house', op: 'set' }] } },
  ],
  ['the people behind a figure', { kind: 'people', series: [{}, {}], behind: { funnel: { steps: 1 } } }],
] as const)('a question of %s is refused', async (_, given) => {
  const { id } = await pages.call('saveQuestion', {
    ...by('admin'),
    body: {
      name: 'unwatched',
      shared: 'viewer',
      by_link: false,
      question: JSON.stringify({ v: 1, ...given }),
    },
  });
  expect(await refusalOf(create({ question: id, series: 0, every: 'day' }))).toMatchObject({
    refusal: 'InvalidRequest',
    detail: { data: { field: 'question' } },
  });
});

test('a question takes its alerts along, and a channel stays while one uses it', async () => {
  const { rows } = await pages.server.database.pool.query<{ id: number }>(
    `insert into alert_channels (name, kind, hint, signed, sealed, created_at)
     values ('bot', 'wecom', 'abcd', false, '', now()) returning id`,
  );
  const channel = Number(rows[0]?.id);
  const saved = await pages.call('saveQuestion', {
    ...by('admin'),
    body: {
      name: 'gone',
      shared: 'viewer',
      by_link: false,
      question: writeQuestion({ v: 1, kind: 'paths' }),
    },
  });
  expect(await refusalOf(create({ question: saved.id, series: 0 }))).toMatchObject({
    refusal: 'InvalidRequest',
    detail: { data: { field: 'every' } },
  });
  const { id } = await create({ question: saved.id, series: 0, every: 'day', channel });
  const remove = () => pages.call('deleteAlertChannel', { ...by('admin'), query: { id: channel } });
  expect(await refusalOf(remove())).toMatchObject({ refusal: 'IllegalOperation' });
  await pages.call('deleteSavedQuestion', { ...by('admin'), body: saved });
  expect(await one(id)).toBeUndefined();
  await remove();
});
