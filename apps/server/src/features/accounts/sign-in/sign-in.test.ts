import { createHash } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wrapDigest } from '../../../identity/password-schemes.ts';
import { PARAMETERS } from '../../../platform/hasher.ts';
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
const compared: string[] = [];
beforeAll(async () => {
  context = await testAccounts({
    hasher: {
      hash: (password, parameters) => argon2.hash(password, parameters),
      verify: (hash, password) => {
        compared.push(hash);
        return argon2.verify(hash, password);
      },
    },
  });
});
afterAll(() => context.close());
beforeEach(() => {
  compared.length = 0;
});

const byPassword = (identity: string, password = PASSWORD, agreement_ids?: number[]) =>
  context.call('loginByAccount', {
    body: { identity, password, pid: PID, ...(agreement_ids ? { agreement_ids } : {}) },
  });
const silently = async (phone: string) => {
  await context.call('sendSilentLoginCaptcha', { body: { phone_number: phone, pid: PID } });
  return context.code(phone);
};
const hashOf = async (id: string) => {
  const { db } = context.database;
  const row = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.password_hash;
};
/** Gives the account another hash. */
const keep = (id: string, hash: string) =>
  context.database.db.updateTable('accounts').set({ password_hash: hash }).where('id', '=', id).execute();

describe('sign-in by password [7.loginByAccount]', () => {
  test('by phone number, username and e-mail address, in any case [3.identifiers]', async () => {
    const { id, phone, access } = await context.register();
    await context.call('setUsername', { body: { username: 'Anna_Lee' }, token: access });
    await context.database.db
      .insertInto('identifiers')
      .values({
        kind: 'email',
        value: 'anna@example.com',
        account_id: id,
        created_at: new Date(context.now()),
      })
      .execute();
    for (const identity of [phone, ` ${phone} `, 'anna_lee', 'ANNA_LEE', 'Anna@Example.com']) {
      const { auth } = await byPassword(identity);
      expect(auth).toMatchObject({ account_id: id, created: false });
      expect(await context.call('getProfile', { token: auth.token.access.token })).toMatchObject({ id });
    }
  });

  test('an unknown identity, and an account without a password, take the same comparison as a wrong password', async () => {
    const { id, phone } = await context.register();
    const bare = newPhone();
    await context.call('loginSilently', {
      body: { phone_number: bare, captcha: await silently(bare), pid: PID },
    });
    const answers = [];
    for (const identity of [phone, bare, newPhone(), 'nobody_here', 'nobody@example.com']) {
      answers.push(await refusalOf(byPassword(identity, 'Wrong-1')));
    }
    expect(new Set(answers.map(answer => JSON.stringify([answer.refusal, answer.detail]))).size).toBe(1);
    expect(answers[0]?.refusal).toBe('WrongCredentials');
    expect(compared).toHaveLength(5);
    const [own, ...decoys] = compared;
    expect(own).toBe(await hashOf(id));
    expect(new Set(decoys).size).toBe(1);
    expect(decoys[0]).not.toBe(own);
  });

  test('an unknown identity is delayed as a known one is', async () => {
    for (const identity of [(await context.register()).phone, newPhone()]) {
      for (let n = 0; n < 5; n += 1) await refusalOf(byPassword(identity, 'Wrong-1'));
      expect(await refusalOf(byPassword(identity))).toMatchObject({
        refusal: 'TooManyAttempts',
        detail: { data: { retry_after: 10 } },
      });
    }
  });

  test('that an account is blocked is answered to the right password only', async () => {
    const { id, phone } = await context.register();
    await context.block(id);
    expect(await outcomes([byPassword(phone, 'Wrong-1')])).toEqual(['WrongCredentials']);
    expect(await outcomes([byPassword(phone)])).toEqual(['AccountBlocked']);
  });

  test('an old hash is replaced at the next sign-in', async () => {
    const { id, phone } = await context.register();
    const old = await argon2.hash(PASSWORD, { memoryCost: 8192, timeCost: 1 });
    await context.database.db
      .updateTable('accounts')
      .set({ password_hash: old })
      .where('id', '=', id)
      .execute();
    await byPassword(phone);
    expect(await hashOf(id)).toMatch(/m=19456,t=2,p=1/);
    expect((await byPassword(phone)).auth.account_id).toBe(id);
  });

  test('a hash of another system is renewed at the first sign-in', async () => {
    const { id, phone } = await context.register();
    // `Sunflower-7`, as Django keeps it
    await keep(id, 'pbkdf2_sha256$26000$seasalt$JRIUY73Y8bsAMCnQ3n965Y/1NL1uP1hhBcVp9lDv6uI=');
    expect(await outcomes([byPassword(phone, 'Sunflower-8')])).toEqual(['WrongCredentials']);
    expect((await byPassword(phone, 'Sunflower-7')).auth.account_id).toBe(id);
    expect(await hashOf(id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await byPassword(phone, 'Sunflower-7')).auth.account_id).toBe(id);
  });

  test('a wrapped digest asks for a new password until there is one', async () => {
    const { id, phone } = await context.register();
    const digest = { algorithm: 'md5', form: 'password+salt', salt: 'x', digest: '' } as const;
    const hex = createHash('md5').update(`${PASSWORD}x`).digest('hex');
    await keep(id, await wrapDigest({ ...digest, digest: hex }, text => argon2.hash(text, PARAMETERS)));
    const { auth } = await byPassword(phone);
    const token = auth.token.access.token;
    expect(await context.call('getPrivacy', { token })).toMatchObject({ password_renewal: true });
    await context.call('changePassword', {
      token,
      body: { old_password: PASSWORD, password: 'Meadow-77', confirm_password: 'Meadow-77' },
    });
    const again = (await byPassword(phone, 'Meadow-77')).auth.token.access.token;
    expect(await context.call('getPrivacy', { token: again })).not.toHaveProperty('password_renewal');
  });

  test('a hash that nobody can compare answers as a wrong password does, and the password can be reset', async () => {
    const { id, phone } = await context.register();
    await keep(id, '$5$rounds=5000$saltsalt$not-a-hash-of-ours');
    expect(await outcomes([byPassword(phone)])).toEqual(['WrongCredentials']);
    await context.call('sendResetPasswordCaptcha', { body: { phone_number: phone, pid: PID } });
    const { ticket } = await context.call('checkResetPasswordCaptcha', {
      body: { phone_number: phone, captcha: context.code(phone) },
    });
    await context.call('resetPassword', {
      body: { ticket, password: 'Meadow-77', confirm_password: 'Meadow-77' },
    });
    expect((await byPassword(phone, 'Meadow-77')).auth.account_id).toBe(id);
  });

  test('signs the agreements that are named, and refuses unknown ids', async () => {
    const { phone } = await context.register();
    const all = await context.call('getAgreements', { query: { pid: PID } });
    const { auth } = await byPassword(
      phone,
      PASSWORD,
      all.map(one => one.id),
    );
    const token = auth.token.access.token;
    expect(await context.call('getUnsignedAgreements', { token, query: { pid: PID } })).toEqual([]);
    expect(await refusalOf(byPassword(phone, PASSWORD, [0]))).toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field: 'agreement_ids' } },
    });
  });
});

describe('sign-in by code', () => {
  test('of a registered number [7.loginByPhone]', async () => {
    const { id, phone } = await context.register();
    await context.call('sendLoginCaptcha', { body: { phone_number: phone, pid: PID }, language: 'zh-CN' });
    expect(context.sent.at(-1)).toMatchObject({ to: phone, purpose: 'login', language: 'zh-CN' });
    const captcha = context.code(phone);
    const enter = (code: string) =>
      context.call('loginByPhone', { body: { phone_number: phone, captcha: code, pid: PID } });
    expect(await outcomes([enter(wrongCode(captcha))])).toEqual(['CaptchaMismatch']);
    expect((await enter(captcha)).auth).toMatchObject({ account_id: id, created: false });
    expect(await outcomes([enter(captcha)])).toEqual(['CaptchaMismatch']);
  });

  test('of a hundred uses of one code at once, one signs in', async () => {
    const phone = newPhone();
    const captcha = await silently(phone);
    const ends = await outcomes(
      Array.from({ length: 100 }, () =>
        context.call('loginSilently', { body: { phone_number: phone, captcha, pid: PID } }),
      ),
    );
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
    expect(ends.filter(end => end === 'CaptchaMismatch')).toHaveLength(99);
  });

  test('silently: an unregistered number becomes an account without a password, once [7.loginSilently]', async () => {
    const phone = newPhone();
    const enter = async () =>
      context.call('loginSilently', {
        body: { phone_number: phone, captcha: await silently(phone), pid: PID },
      });
    const { auth } = await enter();
    expect(auth.created).toBe(true);
    const token = auth.token.access.token;
    expect(await context.call('getPrivacy', { token })).toMatchObject({ has_password: false });
    context.now.move(60_000);
    expect((await enter()).auth).toMatchObject({ account_id: auth.account_id, created: false });
  });

  test('a code of one kind of sign-in is refused by the other', async () => {
    const { phone } = await context.register();
    const captcha = await silently(phone);
    expect(
      await outcomes([context.call('loginByPhone', { body: { phone_number: phone, captcha, pid: PID } })]),
    ).toEqual(['CaptchaMismatch']);
  });
});

describe('sign-out', () => {
  test('ends the session of the refresh token at once, with its access token [7.logout]', async () => {
    const { access, refresh, phone } = await context.register();
    const other = (await byPassword(phone)).auth.token.access.token;
    expect(await context.call('logout', { body: { refresh_token: refresh }, token: access })).toEqual({});
    expect(await outcomes([context.call('getProfile', { token: access })])).toEqual(['TokenInvalid']);
    expect(await outcomes([context.call('refreshTokens', { body: { refresh_token: refresh } })])).toEqual([
      'RefreshTokenInvalid',
    ]);
    expect(await outcomes([context.call('getProfile', { token: other })])).toEqual(['ok']);
  });
});
