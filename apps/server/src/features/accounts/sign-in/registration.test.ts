import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  newPhone,
  outcomes,
  PASSWORD,
  PID,
  refusalOf,
  type TestAccounts,
  testAccounts,
  wrongCode,
} from '../testing.ts';

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context.close());

const send = (phone: string) =>
  context.call('sendRegisterCaptcha', { body: { phone_number: phone, pid: PID } });
const register = (phone: string, captcha: string, ids = [-1]) =>
  context.call('registerByPhone', {
    body: { phone_number: phone, captcha, password: PASSWORD, agreement_ids: ids, pid: PID },
    ip: '198.51.100.7',
  });

describe('registration by phone [7.registerByPhone]', () => {
  test('makes a nickname in the language of the page', async () => {
    const phone = newPhone();
    await send(phone);
    const { auth } = await context.call('registerByPhone', {
      body: {
        phone_number: phone,
        captcha: context.code(phone),
        password: PASSWORD,
        agreement_ids: [-1],
        pid: PID,
      },
      language: 'zh-CN',
    });
    const profile = await context.call('getProfile', { token: auth.token.access.token });
    expect(profile.nickname).toMatch(/^学员[a-z0-9]{6}$/);
  });

  test('makes an account that is signed in, with a nickname of its own and what it agreed to [3.token-set 7.signAgreements]', async () => {
    const phone = newPhone();
    expect(await send(phone)).toEqual({ retry_after: 60, expires_in: 600 });
    expect(context.sent.at(-1)).toMatchObject({
      to: phone,
      channel: 'sms',
      purpose: 'register',
      language: 'en',
    });
    const agreements = await context.call('getAgreements', { query: { pid: PID } });
    const { auth } = await register(phone, context.code(phone), [agreements[0]?.id ?? 0]);
    expect(auth.created).toBe(true);
    expect(auth.token.access).toMatchObject({ type: 'Bearer', expires_in: 3600 });
    expect(auth.token.refresh.expires_in).toBe(30 * 24 * 3600);

    const token = auth.token.access.token;
    const profile = await context.call('getProfile', { token });
    expect(profile.id).toBe(auth.account_id);
    expect(profile.nickname).toMatch(/^Student[a-z0-9]{6}$/);
    const unsigned = await context.call('getUnsignedAgreements', { token, query: { pid: PID } });
    expect(unsigned).toEqual(agreements.slice(1));
    const signatures = await context.database.db
      .selectFrom('signatures')
      .selectAll()
      .where('account_id', '=', auth.account_id)
      .execute();
    expect(signatures).toEqual([
      {
        account_id: auth.account_id,
        agreement_id: agreements[0]?.id,
        version: 1,
        signed_at: new Date(context.now()),
        address: '198.51.100.7',
      },
    ]);
  });

  test('of many registrations of one number at once one succeeds', async () => {
    const phone = newPhone();
    await send(phone);
    const code = context.code(phone);
    const ends = await outcomes(Array.from({ length: 8 }, () => register(phone, code)));
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
    expect(ends.every(end => ['ok', 'CaptchaMismatch', 'PhoneRegistered'].includes(end))).toBe(true);
    const accounts = await context.database.db
      .selectFrom('identifiers')
      .select('account_id')
      .where('value', '=', phone)
      .execute();
    expect(accounts).toHaveLength(1);
  });

  test('at once with a silent sign-in of the same number makes one account, which both answers name', async () => {
    const phone = newPhone();
    await send(phone);
    const code = context.code(phone);
    await context.call('sendSilentLoginCaptcha', { body: { phone_number: phone, pid: PID } });
    const silent = context.code(phone);
    const [registered, entered] = await Promise.allSettled([
      register(phone, code),
      context.call('loginSilently', { body: { phone_number: phone, captcha: silent, pid: PID } }),
    ]);
    expect(entered.status).toBe('fulfilled');
    if (registered.status === 'rejected')
      expect(registered.reason).toMatchObject({ refusal: 'PhoneRegistered' });
    const rows = await context.database.db
      .selectFrom('identifiers')
      .select('account_id')
      .where('value', '=', phone)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('a refusal after the code was checked changes nothing, and the code can be used again', async () => {
    const phone = newPhone();
    await send(phone);
    const code = context.code(phone);
    const refusal = await refusalOf(register(phone, code, [999_999]));
    expect(refusal).toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field: 'agreement_ids' } },
    });
    expect(await refusalOf(register(phone, wrongCode(code)))).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect((await register(phone, code)).auth.created).toBe(true);
  });

  test('the code is checked before the password is hashed', async () => {
    let hashed = 0;
    const watched = await testAccounts({
      hasher: {
        hash: async () => {
          hashed += 1;
          return 'hash';
        },
        verify: async () => false,
      },
    });
    try {
      const before = hashed;
      await refusalOf(
        watched.call('registerByPhone', {
          body: {
            phone_number: newPhone(),
            captcha: '123456',
            password: PASSWORD,
            agreement_ids: [-1],
            pid: PID,
          },
        }),
      );
      expect(hashed).toBe(before);
    } finally {
      await watched.close();
    }
  });

  test('the password is stored as argon2id only', async () => {
    const hashing = await testAccounts({ hasher: argon2 });
    try {
      const { id } = await hashing.register();
      const row = await hashing.database.db
        .selectFrom('accounts')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(await argon2.verify(row.password_hash ?? '', PASSWORD)).toBe(true);
    } finally {
      await hashing.close();
    }
  });
});
