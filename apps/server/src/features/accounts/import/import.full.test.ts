/** Bringing people in over HTTP, as the console does it: look, act, cancelled, killed, told, undone; and the papers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { until } from '../../../../../../tools/testing/until.ts';
import { importUpload } from '@rollcall/contract/console';
import { testDatabase } from '../../../app/testing.ts';
import { type TestConsole, testConsole } from '../../console/testing/console.ts';
import { testApi } from '../../console/testing/api.ts';
import { quickHasher } from '../../../platform/testing/quick-hasher.ts';
import { PARAMETERS } from '../../../platform/hasher.ts';
import { newPhone } from '../testing.ts';
import { actOnBatch } from './act.ts';
import { deleteOldImports } from './jobs.ts';
import { stageFile } from './stage.ts';
import { undoBatch } from './undo.ts';

let pages: TestConsole;
beforeAll(async () => {
  pages = await testConsole();
});
afterAll(() => pages.stop());

const db = () => pages.server.app.db;
const support = () => ({ cookie: pages.cookies.support });

const upload = (text: string | Uint8Array, name = 'pupils.csv', headers: Record<string, string> = {}) =>
  pages.server.ask('POST', `${importUpload.path}?${new URLSearchParams({ name, pid: 'school' })}`, text, {
    'content-type': 'application/octet-stream',
    origin: pages.server.url,
    cookie: pages.cookies.support,
    ...headers,
  });
const uploaded = async (text: string) => {
  const { status, json, text: said } = await upload(text);
  if (status !== 200) throw new Error(said);
  return (json as { data: { id: string } }).data.id;
};
const get = (id: string) => pages.call('getImport', { ...support(), query: { id } });
const ran = async (id: string, tell: number | null = null) => {
  await pages.call('runImport', { ...support(), body: { id, tell_hourly: tell } });
  await until(async () => (await get(id)).state === 'done');
  return get(id);
};
const undone = async (id: string) => {
  await pages.call('undoImport', { cookie: pages.cookies.admin, body: { id } });
  await until(async () => (await get(id)).state === 'undone');
  return get(id);
};
const login = async (identity: string, password: string) =>
  (
    await pages.server.ask('POST', '/tiger/v3/web/accounts/login', {
      identity,
      password,
      pid: 'school',
      agreement_ids: [-1],
    })
  ).json?.code ?? 'in';
const faultsOf = async (id: string) =>
  (await pages.call('listImportFaults', { ...support(), query: { id } })).items.map(
    ({ row, column, why }) => [row, column, why] as const,
  );

test('a file is looked at, run once, and undone but for those who signed in', async () => {
  const [known, child, first, second, third, doubled] = Array.from({ length: 6 }, newPhone);
  const { id: old } = await pages.call('createPerson', {
    ...support(),
    body: { pid: 'school', phone_number: known, fullname: '旧名' },
  });
  const year = new Date(pages.server.now()).getUTCFullYear();
  await pages.call('createPerson', {
    ...support(),
    body: { pid: 'school', phone_number: child, fullname: '小明', birth_year: year - 9 },
  });
  const id = await uploaded(
    [
      '姓名,手机号,用户名,出生年份,密码,备注',
      `新名,${known},,,,`,
      `大明,${child},,,,`,
      `张伟,${first},,,$2b$05$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa,`,
      `张伟,${second},,,sha256(salt+password)$s1$d097d8d2a51b146a18862865f2822302d4115c90009134fb294ddc9148b98695,`,
      `李娜,${third},li_na_2026,${year - 8},,`,
      `王芳,${doubled},,,,`,
      `王方,${doubled},,,,`,
      `王,,,,d41d8cd98f00b204e9800998ecf8427e,`,
    ].join('\n'),
  );
  const look = await get(id);
  expect(look).toMatchObject({
    state: 'looked',
    rows: 8,
    counts: { make: 4, change: 1, leave: 1, fault: 2 },
    undo_until: null,
  });
  expect(look.columns.map(({ field }) => field)).toEqual([
    'fullname',
    'phone_number',
    'username',
    'birth_year',
    'password_hash',
    null,
  ]);
  expect(look.columns[4]?.examples).toEqual([]);
  expect(await faultsOf(id)).toEqual([
    [8, '手机号', 'same-phone'],
    [9, '姓名', 'fullname'],
    [9, '密码', 'password_hash'],
  ]);
  const before = await db().selectFrom('accounts').select('id').execute();

  const done = await ran(id);
  expect(done).toMatchObject({ acted: 5, counts: { make: 4, change: 1, leave: 1, fault: 2 } });
  const after = await db().selectFrom('accounts').selectAll().execute();
  expect(after).toHaveLength(before.length + 4);
  expect(after.find(account => account.id === old)?.fullname).toBe('新名');
  const twins = after.filter(({ fullname }) => fullname === '张伟');
  expect(new Set(twins.map(({ nickname }) => nickname)).size).toBe(2);
  expect(twins.map(({ password_hash: hash }) => hash?.split('$')[1]).toSorted()).toEqual(['2b', 'wrapped']);
  const girl = after.find(({ fullname }) => fullname === '李娜');
  expect(girl).toMatchObject({ birth_year: year - 8, birth_year_from: 'staff', guarded_at: null });
  expect(girl?.child_until?.getTime()).toBeGreaterThan(pages.server.now());
  // What the file said is kept with the accounts alone.
  const kept = await db()
    .selectFrom('import_rows')
    .select(['cells', 'person', 'phone'])
    .where('acted_at', 'is not', null)
    .execute();
  expect(kept.every(row => row.cells === null && row.person === null && row.phone === null)).toBe(true);
  expect(
    await db()
      .selectFrom('security_notices')
      .select('kind')
      .where('account_id', '=', girl?.id ?? '')
      .execute(),
  ).toEqual([]);

  // Sent again, the act and the file have no effect.
  await pages.call('runImport', { ...support(), body: { id } });
  expect((await get(id)).state).toBe('done');
  const again = await uploaded(`姓名,手机号\n张伟,${first}\n新名,${known}\n`);
  expect((await get(again)).counts).toEqual({ make: 0, change: 0, leave: 2, fault: 0 });

  expect(await login(String(first), 'Sunflower-7')).toBe('in');
  expect(await login(String(second), 'Sunflower-8')).not.toBe('in');
  await expect(pages.call('undoImport', { ...support(), body: { id } })).rejects.toMatchObject({
    refusal: 'RoleRequired',
  });
  expect(await undone(id)).toMatchObject({ undone: 4 });
  const left = await db().selectFrom('accounts').select(['id', 'fullname']).execute();
  expect(left).toHaveLength(before.length + 1);
  expect(left.find(account => account.id === old)?.fullname).toBe('旧名');
  expect(left.filter(({ fullname }) => fullname === '张伟')).toHaveLength(1);
  await undone(id);
});

test('undoing keeps who signed in long ago and whose guardian decided', async () => {
  const phones = Array.from({ length: 4 }, newPhone);
  const hash = '$2b$05$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa';
  const id = await uploaded(`姓名,手机号,密码\n${phones.map(phone => `钱进,${phone},${hash}`).join('\n')}\n`);
  await ran(id);
  const rows = await db()
    .selectFrom('import_rows')
    .select('account_id')
    .where('import_id', '=', id)
    .orderBy('row')
    .execute();
  const [signedIn, guarded, decided, nobody] = rows.map(({ account_id: account }) => account ?? '');
  expect(await login(String(phones[0]), 'Sunflower-7')).toBe('in');
  // The cleanup of sessions that are over.
  await db()
    .deleteFrom('sessions')
    .where('account_id', '=', signedIn ?? '')
    .execute();
  await db()
    .updateTable('accounts')
    .set({ guarded_at: new Date(pages.server.now()) })
    .where('id', '=', guarded ?? '')
    .execute();
  await sql`insert into guardian_decisions (account_id, phone, decision, agreements, decided_at, address, own_device)
    values (${decided}, '13800000000', 'withdraw', '[]', now(), '', false)`.execute(db());
  expect(await undone(id)).toMatchObject({ undone: 1 });
  const left = await db()
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [signedIn, guarded, decided, nobody].map(String))
    .execute();
  expect(left.map(account => account.id).toSorted()).toEqual([signedIn, guarded, decided].toSorted());
});

test('a column is corrected by hand, as long as nothing was done', async () => {
  const id = await uploaded(`甲,乙\n张伟,${newPhone()}\n`);
  expect((await get(id)).counts).toEqual({ make: 0, change: 0, leave: 0, fault: 1 });
  const correct = (fields: ('fullname' | 'phone_number' | null)[]) =>
    pages.call('setImportColumns', { ...support(), body: { id, fields } });
  await expect(correct(['fullname', 'fullname'])).rejects.toMatchObject({ refusal: 'InvalidRequest' });
  await expect(correct(['fullname'])).rejects.toMatchObject({ refusal: 'InvalidRequest' });
  await correct(['fullname', 'phone_number']);
  expect((await get(id)).counts).toEqual({ make: 1, change: 0, leave: 0, fault: 0 });
  await ran(id);
  await expect(correct([null, 'phone_number'])).rejects.toMatchObject({ refusal: 'Conflict' });
});

test('a text is never cut within a character', async () => {
  const long = (most: number) => `${'班'.repeat(most - 1)}𠮷`;
  const id = await uploaded(`姓名,手机号,班级,${long(100)}\n张伟,${newPhone()},${long(64)},${long(2000)}\n`);
  expect(await get(id)).toMatchObject({ state: 'looked', counts: { make: 1 } });
});

test('hashes are not shown, also of a column that was not recognised, and nobody to a key without people:minors', async () => {
  const digest = 'd41d8cd98f00b204e9800998ecf8427e';
  const hash = '$2b$05$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa';
  const id = await uploaded(
    `姓名,手机号,甲,乙,丙\n吴用,${newPhone()},${hash}, ${digest.toUpperCase()} ,md5$s1$${digest}\n`,
  );
  const examplesOf = (look: Awaited<ReturnType<typeof get>>) => look.columns.map(({ examples }) => examples);
  expect(examplesOf(await get(id)).filter((_, n) => n !== 1)).toEqual([['吴用'], ['•••'], ['•••'], ['•••']]);
  const writer = await testApi(pages, ['people:write']);
  const trusted = await testApi(pages, ['people:write', 'people:minors']);
  expect(examplesOf(await writer.call('getImport', { query: { id } }))).toEqual([[], [], [], [], []]);
  expect(examplesOf(await trusted.call('getImport', { query: { id } }))[0]).toEqual(['吴用']);
});

test('a file without headings shows neither a hash nor a password, also once its columns are named by hand', async () => {
  const hash = '$2b$05$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa';
  const long = `sha512(salt+password)$${'s'.repeat(60)}$${'ab'.repeat(64)}`;
  const row = (name: string, word: string) =>
    `${name},${newPhone()},zhang@school.example,${hash},${long},${word}`;
  const id = await uploaded(`${row('张伟', 'Panda2024!')}\n${row('李娜', 'tiger88')}\n`);
  const shownOf = async () => {
    const { columns } = await get(id);
    return columns.map(({ heading, examples }) => [heading, ...examples]);
  };
  const [name, , address, ...secrets] = await shownOf();
  expect([name, address]).toEqual([
    ['张伟', '李娜'],
    ['zhang@school.example', 'zhang@school.example'],
  ]);
  expect(secrets).toEqual(Array.from({ length: 3 }, () => ['•••', '•••']));
  const fields = ['fullname', 'phone_number', null, null, null, null];
  await pages.call('setImportColumns', { ...support(), body: { id, fields } });
  expect((await shownOf()).slice(3)).toEqual(secrets);
});

test('a file that can’t be read, a viewer, another site and another pid are refused, and nothing is kept', async () => {
  const count = async () => (await db().selectFrom('imports').select('id').execute()).length;
  const before = await count();
  for (const [answer, status] of [
    [await upload(Buffer.from([0, 1, 2])), 400],
    [await upload('姓名,手机号\n'), 400],
    [await upload('姓名\n张伟', 'x', { cookie: pages.cookies.viewer }), 403],
    [await upload('姓名\n张伟', 'x', { origin: 'https://elsewhere.example' }), 403],
    [await upload('姓名\n张伟', ''), 400],
  ] as const)
    expect(answer.status).toBe(status);
  expect(await count()).toBe(before);
});

test('a file that was only looked at goes after a day, and so do the rows that were left out', async () => {
  const looked = await uploaded(`姓名,手机号\n张伟,${newPhone()}\n`);
  const done = await uploaded(`姓名,手机号\n张伟,${newPhone()}\n李,138\n`);
  await ran(done);
  const cells = async () => {
    const rows = await db().selectFrom('import_rows').select('cells').where('import_id', '=', done).execute();
    return rows.filter(row => row.cells !== null).length;
  };
  const hour = 3_600_000;
  await deleteOldImports(db(), pages.server.now() + 23 * hour);
  expect([(await get(looked)).state, await cells()]).toEqual(['looked', 1]);
  await deleteOldImports(db(), pages.server.now() + 25 * hour);
  await expect(get(looked)).rejects.toMatchObject({ refusal: 'NotFound' });
  expect([(await get(done)).state, await cells()]).toEqual(['done', 0]);
  await deleteOldImports(db(), pages.server.now() + 32 * 24 * hour);
  await expect(get(done)).rejects.toMatchObject({ refusal: 'NotFound' });
});

test('what was cancelled a day ago is given up before its rows are emptied, and is not run again', async () => {
  const id = await uploaded(`姓名,手机号\n张伟,${newPhone()}\n`);
  const hour = 3_600_000;
  await db()
    .updateTable('imports')
    .set({ state: 'cancelled', ended_at: new Date(pages.server.now() - 25 * hour) })
    .where('id', '=', id)
    .execute();
  // A kill between two statements: no row may be emptied of what can still be run.
  await sql`create function stop() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
    db(),
  );
  await sql`create trigger stop before update on imports for each row execute function stop()`.execute(db());
  await expect(deleteOldImports(db(), pages.server.now())).rejects.toThrow('killed');
  await sql`drop trigger stop on imports`.execute(db());
  const cells = async () =>
    (
      await db()
        .selectFrom('import_rows')
        .select('cells')
        .where('import_id', '=', id)
        .executeTakeFirstOrThrow()
    ).cells;
  expect(await cells()).not.toBeNull();
  await deleteOldImports(db(), pages.server.now());
  expect([(await get(id)).state, await cells()]).toEqual(['done', null]);
});

test('people are told only if it is asked, at the pace', async () => {
  const phones = Array.from({ length: 3 }, newPhone);
  const id = await uploaded(`姓名,手机号\n${phones.map(phone => `赵敏,${phone}`).join('\n')}\n`);
  await ran(id, 120);
  const told = async () =>
    (
      await db()
        .selectFrom('import_rows')
        .select('row')
        .where('import_id', '=', id)
        .where('told', '=', true)
        .execute()
    ).length;
  expect(await told()).toBe(0);
  pages.server.now.move(61_000);
  const { tellNext } = await import('./tell.ts');
  const { createGuardianLinks } = await import('../minors/guardian-links.ts');
  const links = createGuardianLinks(pages.server.app.config.secret);
  await tellNext(db(), links, true, id, pages.server.now());
  expect(await told()).toBe(2);
});

test('a child without number and address chooses a password by the paper, once', async () => {
  const id = await uploaded('姓名,班级\n王小明,一班\n李小红,一班\n赵小刚,二班\n');
  expect((await ran(id)).groups).toEqual([
    { name: '一班', papers: 2 },
    { name: '二班', papers: 1 },
  ]);
  const make = () => pages.call('makeImportPapers', { ...support(), body: { id, group: '一班' } });
  const void_ = await make();
  const { papers } = await make();
  expect(papers.map(({ fullname }) => fullname)).toEqual(['王小明', '李小红']);
  const reset = async (link: string | undefined) =>
    (
      await pages.server.ask('PATCH', '/tiger/v3/web/accounts/password/reset', {
        ticket: link?.split('#')[1],
        password: 'Meadow-77',
        confirm_password: 'Meadow-77',
      })
    ).status;
  expect(await reset(void_.papers[0]?.link)).toBe(400);
  expect(await reset(papers[0]?.link)).toBe(200);
  expect(await reset(papers[0]?.link)).toBe(400);
  expect(await login(papers[0]?.username ?? '', 'Meadow-77')).toBe('in');
  expect((await get(id)).groups[0]).toEqual({ name: '一班', papers: 1 });
});

test('two clicks leave one paper for each, and a group that is too large is refused', async () => {
  const id = await uploaded('姓名,班级\n郑小丽,四班\n冯小刚,四班\n');
  await ran(id);
  const make = (group: string, of = id) =>
    pages.call('makeImportPapers', { ...support(), body: { id: of, group } });
  const ticketsNow = async () =>
    (await db().selectFrom('tickets').select('mac').where('use', '=', 'paper').execute()).length;
  const before = await ticketsNow();
  await Promise.all([make('四班'), make('四班')]);
  expect(await ticketsNow()).toBe(before + 2);
  const large = await uploaded(`姓名,班级\n${'陈晨,全校\n'.repeat(501)}`);
  await ran(large);
  await expect(make('全校', large)).rejects.toMatchObject({ refusal: 'IllegalOperation' });
  expect(await ticketsNow()).toBe(before + 2);
});

test('who signed in another way gets no paper, and an earlier one is spent', async () => {
  const id = await uploaded('姓名,班级\n孙小美,三班\n周小强,三班\n');
  await ran(id);
  const { papers } = await pages.call('makeImportPapers', { ...support(), body: { id, group: '三班' } });
  const accountOf = async (username = '') =>
    (
      await db()
        .selectFrom('identifiers')
        .select('account_id')
        .where('value', '=', username)
        .executeTakeFirstOrThrow()
    ).account_id;
  const [first, second] = papers;
  await db()
    .insertInto('known_devices')
    .values({
      account_id: await accountOf(first?.username),
      device: Buffer.from('x'),
      last_used_at: new Date(pages.server.now()),
    })
    .execute();
  expect((await get(id)).groups).toEqual([{ name: '三班', papers: 1 }]);
  const { status } = await pages.server.ask('PATCH', '/tiger/v3/web/accounts/password/reset', {
    ticket: first?.link.split('#')[1],
    password: 'Meadow-77',
    confirm_password: 'Meadow-77',
  });
  expect(status).toBe(400);
  await db()
    .insertInto('identities')
    .values({
      provider: 'qq',
      appid: 'x',
      subject: 'x',
      unionid: null,
      account_id: await accountOf(second?.username),
      created_at: new Date(pages.server.now()),
    })
    .execute();
  expect((await get(id)).groups).toEqual([]);
});

const sendByKey = (token: string) =>
  pages.server.ask(
    'POST',
    `${importUpload.apiPath}?name=x.csv&pid=school`,
    `name,phone\nAnna Lee,${newPhone()}\n`,
    { 'content-type': 'text/csv', authorization: `Bearer ${token}` },
  );

test('by key: a file is brought in with people:write', async () => {
  const writer = await testApi(pages, ['people:write']);
  const { json } = await sendByKey(writer.token);
  const { id } = (json as { data: { id: string } }).data;
  await writer.call('runImport', { body: { id } });
  await until(async () => (await writer.call('getImport', { query: { id } })).state === 'done');
  expect((await writer.ask('undoImport', { body: { id } })).status).toBe(403);
});

test('who sends a file and may not is named in the audit log; by key each answer tells the limit', async () => {
  const { cookies } = pages;
  const viewer = await pages.call('getOperator', { cookie: cookies.viewer });
  expect((await upload('姓名\n张伟', 'x', { cookie: cookies.viewer })).status).toBe(403);
  const reader = await testApi(pages, ['people:read'], { per_minute: 1 });
  const refused = await sendByKey(reader.token);
  expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([403, '0']);
  expect((await sendByKey(reader.token)).status).toBe(429);
  expect((await sendByKey(`rcst_${'x'.repeat(43)}`)).status).toBe(401);
  const { items } = await pages.call('listAudit', { cookie: cookies.admin, query: { act: 'access' } });
  const entries = items.flatMap(({ operator_name: name, after }) =>
    after?.['call'] === 'uploadImport' ? [[name, after['refusal']]] : [],
  );
  expect(entries.slice(0, 3)).toEqual([
    [null, 'ServiceTokenInvalid'],
    [`token:${reader.name}`, 'ScopeRequired'],
    [viewer.name, 'RoleRequired'],
  ]);
});

describe('of a batch', () => {
  const rows = async function* (count: number, phone = () => newPhone()) {
    yield { row: 1, cells: ['姓名', '手机号'] };
    for (let row = 2; row <= count + 1; row += 1) yield { row, cells: ['张伟', phone()] };
  };
  const setUp = async (count: number) => {
    const database = await testDatabase();
    const at = Date.now();
    const id = await database.db
      .transaction()
      .execute(trx => stageFile(trx, { name: 'x', pid: 'school', by: 'x', at, rows: rows(count) }));
    await database.db
      .updateTable('imports')
      .set({ state: 'running', run_at: new Date(at) })
      .execute();
    const hash = (text: string) => quickHasher.hash(text, PARAMETERS);
    const context = { db: database.db, minors: { mode: 'pages', age: 14 } as const, hash };
    const accounts = async () =>
      (await sql<{ n: number }>`select count(*)::integer n from accounts`.execute(database.db)).rows[0]?.n;
    return { ...database, id, at, context, accounts };
  };

  test('a kill before the commit undoes the batch, and the next run makes each person once', async () => {
    const { db, id, at, context, accounts, close } = await setUp(1500);
    // The connection goes where the rows are marked: the last statement before the commit.
    await sql`create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(db);
    await sql`create trigger die before update of acted_at on import_rows execute function die()`.execute(db);
    await expect(actOnBatch(context, id, at)).rejects.toThrow();
    expect(await accounts()).toBe(0);
    await sql`drop trigger die on import_rows`.execute(db);
    expect(await actOnBatch(context, id, at)).toBe(1000);
    // Two processes of which one hung.
    await Promise.all([actOnBatch(context, id, at), actOnBatch(context, id, at)]);
    expect(await actOnBatch(context, id, at)).toBe(0);
    expect(await accounts()).toBe(1500);
    await db.updateTable('imports').set({ state: 'undoing' }).execute();
    while ((await undoBatch(db, id)) > 0);
    expect(await accounts()).toBe(0);
    await close();
  });

  test('rows that were emptied make nobody', async () => {
    const { db, id, at, context, accounts, close } = await setUp(3);
    await db
      .updateTable('import_rows')
      .set({ cells: null, person: null, phone: null, email: null, username: null })
      .execute();
    expect(await actOnBatch(context, id, at)).toBe(0);
    expect(await accounts()).toBe(0);
    await close();
  });

  test('who registers between look and act keeps the number, and the row is left out', async () => {
    const { db, id, at, context, accounts, close } = await setUp(3);
    const { phone } = await db
      .selectFrom('import_rows')
      .select('phone')
      .where('row', '=', 2)
      .executeTakeFirstOrThrow();
    const other = '00000000-0000-4000-8000-000000000001';
    await db
      .insertInto('accounts')
      .values({
        id: other,
        pid: 'school',
        created_at: new Date(at),
        nickname: 'x',
        nickname_key: 'x',
        password_hash: null,
        password_set_at: null,
      })
      .execute();
    await db
      .insertInto('identifiers')
      .values({ kind: 'phone', value: phone ?? '', account_id: other, created_at: new Date(at) })
      .execute();
    await actOnBatch(context, id, at);
    expect(await accounts()).toBe(3);
    expect(
      await db.selectFrom('import_rows').select(['fate', 'faults']).where('row', '=', 2).executeTakeFirst(),
    ).toEqual({
      fate: 'fault',
      faults: [{ column: null, why: 'taken' }],
    });
    await close();
  });
});
