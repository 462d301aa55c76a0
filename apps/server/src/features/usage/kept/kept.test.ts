/** Saved questions, dashboards, cohorts and annotations over HTTP, by operators of each role. */
import { keptLimits, readQuestion, writeQuestion } from '@rollcall/contract/console';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalOf } from '../../accounts/testing.ts';
import { type TestConsole, testConsole } from '../../console/testing/console.ts';
import { readCohort, readCohorts } from './cohorts.ts';

let pages: TestConsole;
beforeAll(async () => {
  pages = await testConsole();
});
afterAll(() => pages.stop());

const by = (role: 'admin' | 'support' | 'viewer') => ({ cookie: pages.cookies[role] });
const question = writeQuestion({ v: 1, kind: 'trend', series: [{ event: { kind: 'view' } }] });
const fields = { name: 'Views', shared: 'viewer', by_link: false, question } as const;
const save = (more: object = {}) =>
  pages.call('saveQuestion', { ...by('admin'), body: { ...fields, ...more } });
const listed = async (role: 'admin' | 'support' | 'viewer') =>
  (await pages.call('listSavedQuestions', by(role))).items.map(({ id }) => id);
const dashboard = {
  name: 'Board',
  shared: 'viewer',
  by_link: false,
  period: null,
  filter: null,
  front: false,
} as const;
const acts = async (subject: string) =>
  (await pages.call('listAudit', { ...by('admin'), query: { act: 'usage' } })).items
    .filter(entry => entry.subject === subject)
    .map(entry => entry.act);

test('the dashboard of a school stands on the overview, of questions that the language reads', async () => {
  const { dashboard: found } = await pages.call('getDashboard', { ...by('viewer'), query: { front: true } });
  expect(found).toMatchObject({ template: 'school', owner: null, front: true });
  expect(found?.tiles.length).toBeGreaterThan(5);
  expect(found?.tiles.filter(tile => readQuestion(tile.question ?? '').question === undefined)).toEqual([]);
});

describe('a saved question', () => {
  test('is seen by the roles that it is shared with, by its address by every role where that is said', async () => {
    const forAll = await save();
    const forAdmins = await save({ shared: 'admin' });
    const byLink = await save({ shared: 'support', by_link: true });
    expect(await listed('viewer')).toContain(forAll.id);
    expect(await listed('viewer')).not.toContain(forAdmins.id);
    expect(await listed('viewer')).not.toContain(byLink.id);
    expect(await listed('support')).toContain(byLink.id);
    expect(await listed('admin')).toEqual(expect.arrayContaining([forAll.id, forAdmins.id, byLink.id]));
    const open = (id: string) => pages.call('getSavedQuestion', { ...by('viewer'), query: { id } });
    expect(await open(byLink.id)).toMatchObject({ question, owner: 'first.admin', revision: 1 });
    expect(await refusalOf(open(forAdmins.id))).toMatchObject({ refusal: 'NotFound' });
  });

  test('is changed by one of two who read the same, and deleted; both are in the audit log', async () => {
    const { id, revision } = await save();
    const change = () =>
      pages.call('changeSavedQuestion', { ...by('admin'), body: { ...fields, id, revision, name: 'Pages' } });
    const outcomes = await Promise.allSettled([change(), change()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const remove = (at: number) =>
      pages.call('deleteSavedQuestion', { ...by('admin'), body: { id, revision: at } });
    expect(await refusalOf(remove(revision))).toMatchObject({ refusal: 'Conflict' });
    await remove(revision + 1);
    expect(await refusalOf(remove(revision + 1))).toMatchObject({ refusal: 'NotFound' });
    expect(await acts(id)).toEqual(['usage.delete-question', 'usage.change-question', 'usage.save-question']);
  });

  test.each([
    ['question', { question: 'x' }],
    ['question', { question: JSON.stringify({ v: 1, kind: 'trend', formula: 'B' }) }],
    ['name', { name: '' }],
    ['name', { name: 'a\u0000' }],
    ['shared', { shared: 'nobody' }],
    ['about', { about: 'x'.repeat(501) }],
  ])('is refused by the name of a wrong %s', async (field, more) => {
    expect(await refusalOf(save(more))).toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field } },
    });
  });

  test('is refused beyond the limit, to several concurrently too', async () => {
    const { db } = pages.server.app;
    const { count } = await db
      .selectFrom('usage_questions')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    await sql`insert into usage_questions (id, name, about, question, shared, by_link, changed_at)
      select gen_random_uuid(), 'full', '', ${question}, 'admin', false, now() from generate_series(1, ${keptLimits.questions - count - 1}::int)`.execute(
      db,
    );
    const outcomes = await Promise.allSettled([save(), save(), save()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(save())).toMatchObject({ refusal: 'IllegalOperation' });
    await db.deleteFrom('usage_questions').where('name', '=', 'full').execute();
  });
});

describe('a dashboard', () => {
  const create = (body: object) =>
    pages.call('createDashboard', { ...by('admin'), body: { ...dashboard, tiles: [], ...body } });

  test('keeps its tiles in order, shares their questions, and loses those that are deleted', async () => {
    const own = await save({ shared: 'admin', name: 'Own' });
    const other = await save({ name: 'Other' });
    const tiles = [
      { id: own.id, width: 4 },
      { id: other.id, width: 1 },
      { id: own.id, width: 2 },
    ];
    const filter = { all: [{ property: 'device.browser', op: 'is', value: 'Safari' }] } as const;
    const { id } = await create({ tiles, period: { last: 7, unit: 'day' }, filter });
    const read = async () => (await pages.call('getDashboard', { ...by('viewer'), query: { id } })).dashboard;
    expect(await read()).toMatchObject({ period: { last: 7, unit: 'day' }, filter, owner: 'first.admin' });
    expect((await read())?.tiles.map(({ id: tile, width }) => ({ id: tile, width }))).toEqual(tiles);
    await pages.call('deleteSavedQuestion', { ...by('admin'), body: own });
    expect((await read())?.tiles).toMatchObject([{ id: other.id, name: 'Other', question, width: 1 }]);
    const { items } = await pages.call('listDashboards', by('viewer'));
    expect(items.find(item => item.id === id)).toMatchObject({ tiles: 1, front: false });
  });

  test('has results of SQL, whose statements are for those who may run them', async () => {
    const { id: asked } = await save({ name: 'Asked' });
    const saved = await pages.call('saveSql', {
      ...by('admin'),
      body: { name: 'Rows', sql: 'select count(*) from events' },
    });
    const tiles = [
      { id: saved.id, width: 2 },
      { id: asked, width: 1 },
    ];
    const { id } = await create({ tiles });
    const read = async (role: 'admin' | 'support' | 'viewer') =>
      (await pages.call('getDashboard', { ...by(role), query: { id } })).dashboard?.tiles;
    const shown = (sql: string | null) => [
      { id: saved.id, name: 'Rows', template: null, question: null, sql, width: 2 },
      { id: asked, name: 'Asked', template: null, question, sql: null, width: 1 },
    ];
    expect(await read('admin')).toEqual(shown('select count(*) from events'));
    expect(await read('support')).toEqual(shown(null));
    expect(await read('viewer')).toEqual(shown(null));
    await pages.call('deleteSavedSql', { ...by('admin'), body: saved });
    expect(await read('admin')).toMatchObject([{ id: asked }]);
  });

  test('takes the overview from the one before, whoever comes first', async () => {
    const made = await Promise.all([create({ front: true }), create({ front: true })]);
    const { dashboard: found } = await pages.call('getDashboard', {
      ...by('viewer'),
      query: { front: true },
    });
    expect(made.map(({ id }) => id)).toContain(found?.id);
    const { items } = await pages.call('listDashboards', by('admin'));
    expect(items.filter(({ front }) => front)).toHaveLength(1);
    await pages.call('deleteDashboard', { ...by('admin'), body: { id: found?.id ?? '', revision: 1 } });
    expect(await pages.call('getDashboard', { ...by('viewer'), query: { front: true } })).toEqual({
      dashboard: null,
    });
  });

  test('is refused with a question that is not there, and changed only by one who saw it last', async () => {
    const missing = '00000000-0000-4000-8000-000000000000';
    expect(await refusalOf(create({ tiles: [{ id: missing, width: 1 }] }))).toMatchObject({
      refusal: 'NotFound',
      detail: { data: { field: 'tiles' } },
    });
    expect(await refusalOf(create({ tiles: [{ id: missing, width: 5 }] }))).toMatchObject({
      refusal: 'InvalidRequest',
    });
    const { id } = await create({});
    const change = (revision: number) =>
      pages.call('changeDashboard', { ...by('admin'), body: { ...dashboard, tiles: [], id, revision } });
    expect(await change(1)).toEqual({ id, revision: 2 });
    expect(await refusalOf(change(1))).toMatchObject({ refusal: 'Conflict' });
  });

  test('is not shown to a role that it is not shared with', async () => {
    const { id } = await create({ shared: 'support' });
    const read = (role: 'viewer' | 'support') => pages.call('getDashboard', { ...by(role), query: { id } });
    expect(await refusalOf(read('viewer'))).toMatchObject({ refusal: 'NotFound' });
    expect((await read('support')).dashboard?.id).toBe(id);
  });
});

describe('a cohort', () => {
  const create = (definition: object) =>
    pages.call('createCohort', {
      ...by('admin'),
      body: { name: 'Diligent', definition: definition as never },
    });
  const did = {
    all: [{ did: { event: { kind: 'custom', key: 'lesson.done' }, times: 5, within: { days: 28 } } }],
  };

  test('is read by the compiler as it was given', async () => {
    const { id } = await create(did);
    expect(await readCohort(pages.server.app.db, id)).toEqual(did);
    expect(await pages.call('getCohort', { ...by('support'), query: { id } })).toMatchObject({
      definition: did,
      accounts: null,
    });
    const missing = '00000000-0000-4000-8000-000000000000';
    expect(await readCohorts(pages.server.app.db, [id, missing])).toEqual(new Map([[id, did]]));
    const ask = (cohort: string) =>
      pages.call('askUsageQuestion', {
        ...by('viewer'),
        query: {
          question: writeQuestion({ v: 1, kind: 'trend', filter: { all: [{ cohort, op: 'in' }] } }),
        },
      });
    expect((await ask(id)).answer).toMatchObject({ kind: 'trend', lines: [{ total: 0 }] });
    expect(await refusalOf(ask(missing))).toMatchObject({ refusal: 'NotFound' });
  });

  test('that is a list loses the accounts that are deleted, whatever deletes them', async () => {
    const { db } = pages.server.app;
    const account = '019a0000-0000-7000-8000-000000000001';
    await sql`insert into accounts (id, pid, created_at, nickname, nickname_key)
      values (${account}, 'pid', now(), 'Xiaoming', 'xiaoming')`.execute(db);
    const { id } = await create({ all: [{ accounts: [account, 'older-1', 'older-1'] }] });
    expect(await readCohort(db, id)).toEqual({ any: [{ accounts: [account, 'older-1'] }] });
    const { items } = await pages.call('listAudit', { ...by('admin'), query: { act: 'usage' } });
    expect(JSON.stringify(items.filter(entry => entry.subject === id))).not.toContain(account);
    await db.deleteFrom('accounts').where('id', '=', account).execute();
    expect(await readCohort(db, id)).toEqual({ any: [{ accounts: ['older-1'] }] });
    expect((await pages.call('listCohorts', by('viewer'))).items.find(item => item.id === id)).toMatchObject({
      accounts: 1,
    });
    // Another name leaves the list as it is, also an empty one.
    const rename = (revision: number, name: string) =>
      pages.call('changeCohort', { ...by('admin'), body: { id, revision, name, about: '' } });
    await rename(1, 'Older');
    expect(await readCohort(db, id)).toEqual({ any: [{ accounts: ['older-1'] }] });
    await db.deleteFrom('usage_cohort_accounts').where('cohort_id', '=', id).execute();
    expect(await readCohort(db, id)).toEqual({ any: [] });
    await rename(2, 'Empty');
    expect((await pages.call('listCohorts', by('viewer'))).items.find(item => item.id === id)).toMatchObject({
      name: 'Empty',
      accounts: 0,
    });
  });

  test('is refused with a list beside other conditions, or of events alone', async () => {
    for (const wrong of [
      { all: [...did.all, { accounts: ['a'] }] },
      { all: [{ property: 'event.key', op: 'set' }] },
    ])
      expect(await refusalOf(create(wrong))).toMatchObject({
        refusal: 'InvalidRequest',
        detail: { data: { field: 'definition' } },
      });
  });
});

test('annotations are listed by day, and deleted', async () => {
  const annotate = (day: string, text: string) =>
    pages.call('createAnnotation', { ...by('admin'), body: { day, text } });
  await annotate('2026-11-21', 'Holiday');
  const { id } = await annotate('2026-11-20', 'Release');
  await annotate('2026-10-01', 'Before');
  const query = { from: '2026-11-01', to: '2026-11-21' };
  const read = async () => (await pages.call('listAnnotations', { ...by('viewer'), query })).items;
  expect(await read()).toMatchObject([
    { day: '2026-11-20', text: 'Release', created_by: 'first.admin' },
    { day: '2026-11-21', text: 'Holiday' },
  ]);
  await pages.call('deleteAnnotation', { ...by('admin'), body: { id } });
  expect((await read()).map(({ text }) => text)).toEqual(['Holiday']);
});

test('a release stands among the annotations on the day of its first source map, by the clock of the school', async () => {
  const map = (release: string, script: string, at: string) =>
    pages.server.database.pool.query(
      `insert into source_maps (product, release, script, sha256, map, uploaded_at) values ('site', $1, $2, '', '', $3)`,
      [release, script, at],
    );
  await map('1.2', 'b.js', '2026-11-03T09:00:00Z');
  await map('1.2', 'a.js', '2026-11-02T16:30:00Z');
  await map('1.1', 'a.js', '2026-10-31T15:59:59Z');
  const query = { from: '2026-11-01', to: '2026-11-10' };
  expect((await pages.call('listAnnotations', { ...by('viewer'), query })).items).toEqual([
    {
      id: null,
      day: '2026-11-03',
      text: '1.2',
      product: 'site',
      created_by: null,
      created_at: Date.parse('2026-11-02T16:30:00Z'),
    },
  ]);
});
