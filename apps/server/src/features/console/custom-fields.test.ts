/** Over HTTP: fields are defined, filled in by people, staff and software, listed by, and removed with what is lost. */
import { randomUUID } from 'node:crypto';
import {
  type AnswerOf,
  type CallName,
  calls,
  type Calls,
  type FieldSettings,
  signedIn,
} from '@rollcall/contract';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPhone, refusalOf } from '../accounts/testing.ts';
import { type TestApi, testApi } from './testing/api.ts';
import { type TestConsole, testConsole } from './testing/console.ts';

let pages: TestConsole;
let software: TestApi;
let guardian: TestApi;
beforeAll(async () => {
  pages = await testConsole();
  const scopes = ['people:read', 'people:write'] as const;
  software = await testApi(pages, scopes);
  guardian = await testApi(pages, [...scopes, 'people:minors']);
});
afterAll(() => pages?.stop());

const ask = (name: CallName, token: string, body?: object) =>
  pages.server.ask(calls[name].method, calls[name].path, body, { authorization: `Bearer ${token}` });
const own = async (token: string) =>
  (await ask('getCustomFields', token)).json?.data as AnswerOf<Calls['getCustomFields']>;

/** A person with a session. */
const join = async () => {
  const phone = newPhone();
  const pid = 'school';
  await pages.server.ask('POST', calls.sendSilentLoginCaptcha.path, { phone_number: phone, pid });
  const [captcha] = pages.server.codes(phone);
  const body = { phone_number: phone, captcha, pid, agreement_ids: [1, 2, 3] };
  const { json } = await pages.server.ask('POST', calls.loginSilently.path, body);
  const { auth } = v.parse(signedIn, json?.data);
  return { id: auth.account_id, phone, token: auth.token.access.token };
};
const pupil = async () => {
  const { id } = await software.call('createPerson', {
    body: {
      pid: 'school',
      phone_number: newPhone(),
      birth_year: new Date(pages.server.now()).getUTCFullYear() - 9,
    },
  });
  return id;
};

let made = 0;
const define = async (more: Partial<FieldSettings> = {}): Promise<string> => {
  const key = `field_${(made += 1)}`;
  await pages.call('createCustomField', {
    cookie: pages.cookies.admin,
    body: { key, ...settingsOf(more) },
  });
  return key;
};
const settingsOf = (more: Partial<FieldSettings> = {}): FieldSettings => ({
  name: { 'zh-CN': '班级', en: 'Class' },
  rule: { type: 'text', max_length: 10 },
  required: false,
  seen_by: ['person', 'staff'],
  changed_by: ['person', 'staff'],
  claim: false,
  ...more,
});
const update = (id: string, fields: object, role: 'support' | 'admin' = 'support') =>
  pages.call('updatePerson', {
    cookie: pages.cookies[role],
    body: { id, fields, reason: 'a question' } as never,
  });
const seen = async (id: string, role: 'support' | 'viewer' = 'support') =>
  (await pages.call('getPerson', { cookie: pages.cookies[role], query: { id } })).fields;
const count = async (key: string) =>
  (await pages.call('countCustomFieldValues', { cookie: pages.cookies.admin, query: { key } })).people;

describe('the person', () => {
  test('sees and changes what the definition says, and nothing else', async () => {
    const free = await define();
    const shown = await define({ changed_by: ['staff'] });
    const hidden = await define({ seen_by: ['staff'], changed_by: ['staff'] });
    const { id, token } = await join();
    await update(id, { [shown]: 'A', [hidden]: 'B' });
    const mine = async () =>
      (await own(token))
        .filter(({ key }) => [free, shown, hidden].includes(key))
        .map(({ key, value, changeable }) => ({ key, value, changeable }));
    expect(await mine()).toEqual([
      { key: free, value: null, changeable: true },
      { key: shown, value: 'A', changeable: false },
    ]);
    await ask('updateCustomFields', token, { values: { [free]: ' 三班 ' } });
    expect(await mine()).toContainEqual({ key: free, value: '三班', changeable: true });
    for (const [values, why] of [
      [{ [free]: 'x', [shown]: 'C' }, 'unknown'],
      [{ [free]: 'x', [hidden]: 'C' }, 'unknown'],
      [{ [free]: 'x'.repeat(11) }, 'length'],
      [{ [free]: 'x', none: 'C' }, 'unknown'],
    ] as const) {
      const { status, json } = await ask('updateCustomFields', token, { values });
      expect({ status, data: json?.data }).toMatchObject({ status: 400, data: { why } });
    }
    expect(await seen(id)).toMatchObject({ [free]: '三班', [shown]: 'A', [hidden]: 'B' });
    await ask('updateCustomFields', token, { values: { [free]: null } });
    expect(await mine()).toContainEqual({ key: free, value: null, changeable: true });
  });

  test('cannot clear a required one', async () => {
    const key = await define({ required: true });
    const { token } = await join();
    await ask('updateCustomFields', token, { values: { [key]: 'A' } });
    const { json } = await ask('updateCustomFields', token, { values: { [key]: null } });
    expect(json?.data).toMatchObject({ field: key, why: 'required' });
  });
});

describe('staff and software', () => {
  test('change what is theirs, each by the definition, and the audit log has the keys and no values', async () => {
    const staffs = await define();
    const nobodys = await define({ seen_by: [], changed_by: [] });
    const { id } = await join();
    await update(id, { [staffs]: 'secret' });
    expect(await refusalOf(update(id, { [nobodys]: 'B' }))).toMatchObject({ refusal: 'InvalidRequest' });
    await software.call('updatePerson', {
      body: { id, grade: 7, fields: { [nobodys]: 'B', [staffs]: null } },
    });
    expect(await seen(id)).toEqual({});
    expect(await software.call('getPerson', { query: { id } })).toMatchObject({
      grade: 7,
      fields: { [nobodys]: 'B' },
    });
    expect(await seen(id, 'viewer')).toEqual({});
    const { items } = await pages.call('listAudit', {
      cookie: pages.cookies.admin,
      query: { act: 'people.update', subject: id },
    });
    expect(items.map(({ after }) => after?.['changed'])).toEqual([['grade', staffs, nobodys], [staffs]]);
    expect(JSON.stringify(items)).not.toContain('secret');
    const wrong = await software.ask('updatePerson', { body: { id, grade: 99 } });
    expect(wrong.json?.data).toMatchObject({ field: 'grade' });
  });

  test('see nothing of somebody under 14 in lists, nor by a filter or an order, without the scope', async () => {
    const key = await define();
    const child = await pupil();
    await guardian.call('updatePerson', { body: { id: child, fields: { [key]: '3A' } } });
    expect((await software.ask('updatePerson', { body: { id: child, fields: {} } })).status).toBe(403);
    const lists = (api: TestApi, query: object) => api.call('listPeople', { query });
    const byValue = { field: key, value: '3A' };
    expect((await lists(guardian, byValue)).items).toMatchObject([{ id: child, fields: { [key]: '3A' } }]);
    expect((await lists(software, byValue)).items).toEqual([]);
    const cookie = pages.cookies.admin;
    expect((await pages.call('listPeople', { cookie, query: byValue })).items).toEqual([]);
    const { items } = await pages.call('listPeople', { cookie, query: { order: key, limit: 200 } });
    expect(items.find(({ id }) => id === child)).toMatchObject({ fields: {} });
  });

  test('are told of changed values as of other changes', async () => {
    const key = await define();
    const { id, token } = await join();
    const { db } = pages.server.app;
    const changedAt = async () =>
      (
        await db
          .selectFrom('account_changes')
          .select('changed_at')
          .where('account_id', '=', id)
          .executeTakeFirst()
      )?.changed_at;
    for (const value of ['A', 'B', null]) {
      await sql`update account_changes set changed_at = to_timestamp(0) where account_id = ${id}`.execute(db);
      await ask('updateCustomFields', token, { values: { [key]: value } });
      expect(await changedAt()).not.toEqual(new Date(0));
    }
  });
});

describe('the list of people', () => {
  const names = (items: readonly { id: string }[], people: Record<string, string>) =>
    items.flatMap(({ id }) => Object.keys(people).filter(name => people[name] === id));
  const listed = async (query: object, people: Record<string, string>) => {
    const cookie = pages.cookies.support;
    const found: { id: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = await pages.call('listPeople', {
        cookie,
        query: { ...query, limit: 2, ...(cursor && { cursor }) },
      });
      found.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor);
    return names(found, people);
  };

  test('is filtered and sorted by numbers, page by page, those without a value last', async () => {
    const key = await define({ rule: { type: 'number' } });
    const people: Record<string, string> = {};
    for (const [name, value] of Object.entries({ ten: 10, nine: 9, none: null, minus: -1 })) {
      const { id } = await join();
      people[name] = id;
      if (value !== null) await update(id, { [key]: value });
    }
    expect((await listed({ field: key }, people)).toSorted()).toEqual(['minus', 'nine', 'ten']);
    expect(await listed({ field: key, value: '9' }, people)).toEqual(['nine']);
    expect(await listed({ field: key, value_from: '0', value_to: '9.5' }, people)).toEqual(['nine']);
    expect(await listed({ order: key }, people)).toEqual(['minus', 'nine', 'ten', 'none']);
    expect(await listed({ order: key, descending: true }, people)).toEqual(['ten', 'nine', 'minus', 'none']);
    expect(await listed({ order: key, field: key, value_from: '0' }, people)).toEqual(['nine', 'ten']);
  });

  test('is filtered by one of several, by a date and by yes or no', async () => {
    const options = ['red', 'blue'].map(value => ({ value, name: { 'zh-CN': value, en: value } }));
    const [several, date, flag] = [
      await define({ rule: { type: 'choices', options } }),
      await define({ rule: { type: 'date' } }),
      await define({ rule: { type: 'boolean' } }),
    ];
    const [a, b] = [(await join()).id, (await join()).id];
    await update(a, { [several]: ['red', 'blue'], [date]: '2026-09-01', [flag]: true });
    await update(b, { [several]: ['blue'], [date]: '2025-09-01', [flag]: false });
    const people = { a, b };
    expect((await listed({ field: several, value: 'blue' }, people)).toSorted()).toEqual(['a', 'b']);
    expect(await listed({ field: several, value: 'red' }, people)).toEqual(['a']);
    expect(await listed({ field: date, value_from: '2026-01-01' }, people)).toEqual(['a']);
    expect(await listed({ field: flag, value: 'true' }, people)).toEqual(['a']);
    expect(await listed({ order: date }, people)).toEqual(['b', 'a']);
  });

  test('refuses what makes no sense, by its name, and a viewer', async () => {
    const text = await define();
    const hidden = await define({ seen_by: [], changed_by: [] });
    const cookie = pages.cookies.support;
    for (const [query, field] of [
      [{ field: 'no_such' }, 'field'],
      [{ field: hidden }, 'field'],
      [{ value: 'x' }, 'field'],
      [{ field: text, value_from: 'a' }, 'value_from'],
      [{ order: 'no_such' }, 'order'],
      [{ order: text, q: 'a' }, 'order'],
    ] as const)
      expect((await pages.ask('listPeople', { cookie, query })).json?.data).toMatchObject({ field });
    const asked = pages.call('listPeople', { cookie: pages.cookies.viewer, query: { field: text } });
    expect(await refusalOf(asked)).toMatchObject({ refusal: 'RoleRequired' });
  });
});

describe('a definition', () => {
  const cookie = () => pages.cookies.admin;

  test('keeps its key and its type, and the options that people have', async () => {
    const options = ['red', 'blue'].map(value => ({ value, name: { 'zh-CN': value, en: value } }));
    const key = await define({ rule: { type: 'choices', options } });
    const { id } = await join();
    await update(id, { [key]: ['red'] });
    const change = (body: FieldSettings) =>
      pages.call('changeCustomField', { cookie: cookie(), body: { key, ...body } });
    expect(await refusalOf(change(settingsOf()))).toMatchObject({ refusal: 'InvalidRequest' });
    const without = (value: string) => ({
      type: 'choices' as const,
      options: options.filter(option => option.value !== value),
    });
    expect(await refusalOf(change(settingsOf({ rule: without('red') })))).toMatchObject({
      refusal: 'Conflict',
      detail: { data: { option: 'red', people: 1 } },
    });
    await change(settingsOf({ rule: without('blue'), claim: true }));
    const { items } = await pages.call('listCustomFields', { cookie: cookie() });
    expect(items.find(field => field.key === key)).toMatchObject({ claim: true, rule: without('blue') });
    const again = pages.call('createCustomField', { cookie: cookie(), body: { key, ...settingsOf() } });
    expect(await refusalOf(again)).toMatchObject({ refusal: 'Conflict' });
    const odd = pages.call('createCustomField', {
      cookie: cookie(),
      body: { key: 'odd', ...settingsOf({ seen_by: ['staff'] }) },
    });
    expect(await refusalOf(odd)).toMatchObject({ detail: { data: { field: 'changed_by' } } });
  });

  test('is removed with its values, of no more people than were said, and is put in order', async () => {
    const key = await define();
    const [one, two] = [(await join()).id, (await join()).id];
    await update(one, { [key]: 'A' });
    expect(await count(key)).toBe(1);
    await update(two, { [key]: 'B' });
    const remove = (people: number) =>
      pages.call('removeCustomField', { cookie: cookie(), body: { key, people } });
    expect(await refusalOf(remove(1))).toMatchObject({
      refusal: 'Conflict',
      detail: { data: { people: 2 } },
    });
    expect(await seen(one)).toMatchObject({ [key]: 'A' });
    expect(await remove(2)).toEqual({ people: 2 });
    expect(await seen(one)).not.toHaveProperty(key);
    expect(await refusalOf(remove(0))).toMatchObject({ refusal: 'NotFound' });
    const keys = (await pages.call('listCustomFields', { cookie: cookie() })).items.map(field => field.key);
    await pages.call('orderCustomFields', { cookie: cookie(), body: { keys: keys.toReversed() } });
    const { items } = await pages.call('listCustomFields', { cookie: cookie() });
    expect(items.map(field => field.key)).toEqual(keys.toReversed());
    const wrong = pages.call('orderCustomFields', { cookie: cookie(), body: { keys: keys.slice(1) } });
    expect(await refusalOf(wrong)).toMatchObject({ refusal: 'Conflict' });
  });

  test('is not removed without a fresh proof', async () => {
    const key = await define();
    const admin = await pages.operator('admin');
    pages.server.now.move(6 * 60_000);
    const removed = pages.call('removeCustomField', { cookie: admin, body: { key, people: 0 } });
    expect(await refusalOf(removed)).toMatchObject({ refusal: 'ProofRequired' });
    pages.server.now.move(-6 * 60_000);
  });

  test('does not stand in the way of an account’s deletion, which deletes the values', async () => {
    const key = await define();
    const { id } = await join();
    await update(id, { [key]: 'A' });
    const { db } = pages.server.app;
    await db.deleteFrom('accounts').where('id', '=', id).execute();
    expect(await count(key)).toBe(0);
    const change = await db
      .selectFrom('account_changes')
      .select('deleted')
      .where('account_id', '=', id)
      .executeTakeFirst();
    expect(change).toEqual({ deleted: true });
  });

  test('is one of 50 at most, however many are made concurrently', async () => {
    const { db } = pages.server.app;
    await db.deleteFrom('custom_fields').execute();
    const answers = await Promise.all(
      Array.from({ length: 53 }, (_, number) =>
        pages.ask('createCustomField', {
          cookie: cookie(),
          body: { key: `many_${number}`, ...settingsOf() },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(3);
  });
});

test('a value that is written while its field is removed is gone with it, or refused', async () => {
  await pages.server.app.db.deleteFrom('custom_fields').execute();
  const key = await define();
  const { id } = await join();
  await Promise.allSettled([
    update(id, { [key]: 'A' }),
    pages.call('removeCustomField', { cookie: pages.cookies.admin, body: { key, people: 1 } }),
    update(id, { [key]: 'B' }),
  ]);
  expect(await seen(id)).toEqual({});
  expect(await refusalOf(update(randomUUID(), {}))).toMatchObject({ refusal: 'NotFound' });
});
