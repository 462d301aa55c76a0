import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BodyOf, Calls } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomes, refusalOf, type TestAccounts, testAccounts } from '../testing.ts';

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context.close());

const update = (token: string, body: BodyOf<Calls['updateProfile']>) =>
  context.call('updateProfile', { body, token });

describe('the profile [7.getProfile 7.updateProfile]', () => {
  test('every field is set, is read again, and is cleared [3.profile]', async () => {
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

  test('fields that are not sent keep their value, and other fields are not written [3.profile]', async () => {
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

describe('refused names', () => {
  const refused = (field: 'nickname' | 'username') => ({
    refusal: field === 'nickname' ? 'InvalidNickname' : 'InvalidUsername',
    detail: { data: { field, refused: true, reason: 'reserved' } },
  });
  const setUsername = (token: string, username: string) =>
    context.call('setUsername', { body: { username }, token });

  test('a name like the school’s own is taken by nobody, and nothing of the change is written', async () => {
    const { access } = await context.register();
    const before = await context.call('getProfile', { token: access });
    expect(await refusalOf(update(access, { nickname: '管·理·員', qq: '77777' }))).toMatchObject(
      refused('nickname'),
    );
    expect(await refusalOf(setUsername(access, 'Adm1n_01'))).toMatchObject(refused('username'));
    expect(await context.call('getProfile', { token: access })).toEqual(before);
    expect(await outcomes([setUsername(access, 'badminton')])).toEqual(['ok']);
  });

  test('a name that was given before stays, whatever list came later', async () => {
    const { id, access } = await context.register();
    await context.database.db
      .updateTable('accounts')
      .set({ nickname: '王老师', nickname_key: '王老师' })
      .where('id', '=', id)
      .execute();
    expect(await update(access, { nickname: '王老师', qq: '88888' })).toMatchObject({ qq: '88888' });
  });
});

test('the school’s service is asked about each new name, and not about others', async () => {
  const asked: unknown[] = [];
  const service = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => (body += String(chunk)));
    request.on('end', () => {
      const question = JSON.parse(body) as { name: string };
      asked.push(question);
      response.end(JSON.stringify({ allowed: !question.name.includes('Rude') }));
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const reviewed = await testAccounts({
    env: {
      ROLLCALL_NAME_REVIEW_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/names`,
      ROLLCALL_NAME_REVIEW_SECRET: 'a-secret-of-the-school',
      ROLLCALL_NAME_REVIEW_TIMEOUT_MS: '10000',
    },
  });
  try {
    const { id, access } = await reviewed.register();
    const call = (body: BodyOf<Calls['updateProfile']>) =>
      reviewed.call('updateProfile', { body, token: access, language: 'en' });
    const question = { account_id: id, language: 'en' };
    const { nickname } = await call({ nickname: 'Anna' });
    await call({ nickname, qq: '12345' });
    expect(asked).toEqual([{ ...question, kind: 'nickname', name: 'Anna' }]);
    expect(await refusalOf(call({ nickname: 'RudeWord', qq: '54321' }))).toMatchObject({
      refusal: 'InvalidNickname',
      detail: { data: { refused: true, reason: 'review' } },
    });
    expect(await reviewed.call('getProfile', { token: access })).toMatchObject({ nickname, qq: '12345' });
    // What the product refuses is not asked.
    expect((await refusalOf(call({ nickname: 'admin' }))).refusal).toBe('InvalidNickname');
    const setUsername = (username: string) =>
      reviewed.call('setUsername', { body: { username }, token: access, language: 'en' });
    expect((await refusalOf(setUsername('RudeUser'))).refusal).toBe('InvalidUsername');
    expect(await outcomes([setUsername('Anna_Lee')])).toEqual(['ok']);
    expect(asked.slice(1)).toEqual([
      { ...question, kind: 'nickname', name: 'RudeWord' },
      { ...question, kind: 'username', name: 'RudeUser' },
      { ...question, kind: 'username', name: 'Anna_Lee' },
    ]);
    // Without a fresh proof nothing is asked.
    const { access: old } = await reviewed.register();
    reviewed.now.move(10 * 60_000);
    expect(
      (await refusalOf(reviewed.call('setUsername', { body: { username: 'Other_One' }, token: old })))
        .refusal,
    ).toBe('ProofRequired');
    expect(asked).toHaveLength(4);
  } finally {
    await reviewed.close();
    service.closeAllConnections();
    service.close();
  }
});

test('a name that the school’s service has not decided is TooBusy, and not a refused name', async () => {
  const answers: (() => void)[] = [];
  let asked = (): void => {};
  const service = createServer((request, response) => {
    request.resume();
    answers.push(() => response.writeHead(500).end());
    asked();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const reviewed = await testAccounts({
    env: {
      ROLLCALL_NAME_REVIEW_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/names`,
      ROLLCALL_NAME_REVIEW_SECRET: 'a-secret-of-the-school',
      ROLLCALL_NAME_REVIEW_TIMEOUT_MS: '10000',
      ROLLCALL_NAME_REVIEW_UNANSWERED: 'refuse',
    },
  });
  try {
    const { access } = await reviewed.register();
    const before = await reviewed.call('getProfile', { token: access });
    const call = () =>
      refusalOf(reviewed.call('updateProfile', { body: { nickname: 'RudeWord' }, token: access }));
    const busy = { refusal: 'TooBusy', detail: { data: { retry_after: 10 } } };
    const asking = new Promise<void>(resolve => {
      asked = resolve;
    });
    const first = call();
    await asking;
    // One question of an account is open.
    expect(await Promise.all([call(), call()])).toMatchObject([busy, busy]);
    answers.forEach(answer => answer());
    expect(await first).toMatchObject(busy);
    expect(answers).toHaveLength(1);
    expect(await reviewed.call('getProfile', { token: access })).toEqual(before);
  } finally {
    await reviewed.close();
    service.closeAllConnections();
    service.close();
  }
});

describe('privacy', () => {
  test('shows what the account signs in with, masked [7.getPrivacy]', async () => {
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

  test('the username can be set once, also by two calls at once [7.setUsername]', async () => {
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

test('the grade list is in the language of the request, in order [7.getGradeList]', async () => {
  const chinese = await context.call('getGradeList', { language: 'zh-CN' });
  const english = await context.call('getGradeList', { language: 'en' });
  expect(chinese.map(grade => grade.name).slice(0, 3)).toEqual(['幼儿园', '一年级', '二年级']);
  expect(english.map(grade => grade.id)).toEqual(chinese.map(grade => grade.id));
  expect(english).toHaveLength(15);
});
