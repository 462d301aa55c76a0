import type { BodyOf, Calls } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomes, refusalOf, type TestAccounts, testAccounts } from './testing.ts';

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context.close());

const update = (token: string, body: BodyOf<Calls['updateProfile']>) =>
  context.call('updateProfile', { body, token });

describe('the profile', () => {
  test('every field is set, is read again, and is cleared', async () => {
    const { id, access } = await context.register();
    const all = {
      nickname: '安娜_𠮷',
      avatar_url: 'https://pictures.example/a.png',
      fullname: '欧阳 '.trim().concat('娜娜'),
      birthday: -86_400,
      sex: 0 as const,
      qq: '12345',
      description: '第一行\n第二行 👩‍👩‍👧',
      grade: 7,
    };
    expect(await update(access, all)).toEqual({ id, ...all });
    expect(await context.call('getProfile', { token: access })).toEqual({ id, ...all });
    const cleared = {
      avatar_url: '',
      fullname: '',
      qq: '',
      description: '',
      birthday: null,
      sex: null,
      grade: null,
    };
    expect(await update(access, cleared)).toEqual({
      id,
      nickname: all.nickname,
      avatar_url: null,
      fullname: null,
      birthday: null,
      sex: null,
      qq: null,
      description: null,
      grade: null,
    });
  });

  test('fields that are not sent keep their value, and other fields are not written', async () => {
    const { access } = await context.register();
    const before = await update(access, { qq: '55555' });
    expect(await update(access, {})).toEqual(before);
    const sly = { blocked_at: '2020-01-01', password_hash: 'x', id: 'x', sex: 1 } as BodyOf<
      Calls['updateProfile']
    >;
    expect(await update(access, sly)).toEqual({ ...before, sex: 1 });
    expect(await outcomes([context.call('getProfile', { token: access })])).toEqual(['ok']);
  });

  test('a refused change changes nothing', async () => {
    const { access } = await context.register();
    const before = await context.call('getProfile', { token: access });
    const future = Math.floor(context.now() / 1000) + 1;
    expect(await refusalOf(update(access, { qq: '77777', birthday: future }))).toMatchObject({
      refusal: 'FutureDate',
    });
    expect(await refusalOf(update(access, { qq: '77777', birthday: Number.MAX_SAFE_INTEGER }))).toMatchObject(
      {
        refusal: 'FutureDate',
      },
    );
    expect(await refusalOf(update(access, { qq: '77777', grade: 999 }))).toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field: 'grade' } },
    });
    expect(await context.call('getProfile', { token: access })).toEqual(before);
    expect((await update(access, { birthday: future - 1 })).birthday).toBe(future - 1);
  });

  test('a nickname is unique, also in other letter cases: of many concurrent calls one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => context.register()));
    const ends = await outcomes(
      people.map(({ access }, n) => update(access, { nickname: n % 2 ? 'Ｌily' : 'lILY' })),
    );
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
    expect(ends.filter(end => end === 'NicknameExists')).toHaveLength(4);
    const owner = people[ends.indexOf('ok')];
    expect((await update(owner?.access ?? '', { nickname: 'LILY' })).nickname).toBe('LILY');
  });
});

describe('privacy', () => {
  test('shows what the account signs in with, masked', async () => {
    const { id, phone, access } = await context.register();
    await context.database.db
      .insertInto('identifiers')
      .values({
        kind: 'email',
        value: 'anna@example.com',
        account_id: id,
        created_at: new Date(context.now()),
      })
      .execute();
    await context.call('setUsername', { body: { username: 'Anna_Lee' }, token: access });
    expect(await context.call('getPrivacy', { token: access })).toEqual({
      id,
      phone_number: `${phone.slice(0, 3)}****${phone.slice(7)}`,
      email: 'a***@example.com',
      username: 'anna_lee',
      has_password: true,
      password_too_common: false,
      deletion_due_at: null,
      requires: 'age',
      oauths: { wechat: false, qq: false },
    });
    expect(await context.call('getOauths', { token: access })).toEqual({ wechat: false, qq: false });
  });

  test('the username can be set once, also by two calls at once', async () => {
    const { access } = await context.register();
    const ends = await outcomes(
      ['first_one', 'second_one', 'third_one'].map(username =>
        context.call('setUsername', { body: { username }, token: access }),
      ),
    );
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
    expect(ends.filter(end => end === 'UsernameAlreadySet')).toHaveLength(2);
  });
});

test('the grade list is in the language of the request, in order', async () => {
  const chinese = await context.call('getGradeList', { language: 'zh-CN' });
  const english = await context.call('getGradeList', { language: 'en' });
  expect(chinese.map(grade => grade.name).slice(0, 3)).toEqual(['幼儿园', '一年级', '二年级']);
  expect(english.map(grade => grade.id)).toEqual(chinese.map(grade => grade.id));
  expect(english).toHaveLength(15);
});
