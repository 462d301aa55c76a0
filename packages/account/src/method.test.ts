import {
  type AnswerOf,
  type Calls,
  calls,
  type Profile,
  type SignedIn,
  type TokenSet,
} from '@rollcall/contract';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { ClientMethod } from './call-types.ts';
import { fakeBrowser, settle, signedInAs, tokens } from './testing/tabs.ts';
import * as account from './index.ts';

/** Those of the human verification are the library `captcha`'s. */
type AccountCalls = {
  [N in keyof Calls as Calls[N]['path'] extends `/tiger/v3/${string}` ? N : never]: Calls[N];
};

test('every account call of the contract is a function of its name [7.paths]', () => {
  const names = Object.entries(calls).flatMap(([name, { path }]) =>
    path.startsWith('/tiger/v3/') ? [name] : [],
  );
  expect(names.length).toBeGreaterThan(40);
  for (const name of names) {
    expect(Object.entries(account).find(([own]) => own === name)?.[1], name).toBeTypeOf('function');
  }
  expectTypeOf<typeof account>().toMatchObjectType<{
    // What takes a file has a form of its own.
    [N in keyof AccountCalls as Exclude<N, 'uploadAvatar'>]: ClientMethod<AccountCalls[N]>;
  }>();
});

describe('fields are checked before anything is sent [8.fields]', () => {
  const good = { phone_number: '13800000000', captcha: '123456', password: 'secret1', agreement_ids: [1] };
  const wrong = (more: object) => {
    const { tab, net } = fakeBrowser();
    const call = account.registerByPhone(tab(), { ...good, ...more });
    return { call, net };
  };

  test.each<[object, number, string]>([
    [{ phone_number: '12800000000' }, 0, 'Invalid phone_number "12800000000", it should match the RegExp.'],
    [{ captcha: '12345' }, 1, 'Invalid captcha "12345", it should match the RegExp.'],
    [{ password: 'short' }, 2, 'Invalid password "short", it should match the RegExp.'],
    [{ agreement_ids: [] }, 43, 'agreement_ids should not be an empty array.'],
    [{ pid: 'a b' }, 32, 'Invalid pid "a b", it should match the RegExp.'],
    [{ phone_number: undefined }, 0, 'Invalid phone_number "undefined", it should match the RegExp.'],
    [{ captcha: 123456 }, 1, 'Invalid captcha "123456", it should match the RegExp.'],
    [{ agreement_ids: undefined }, 43, 'agreement_ids should not be an empty array.'],
    [{ agreement_ids: ['1'] }, 55, 'Invalid agreement_ids "1", it should match the RegExp.'],
    [{ agreement_ids: [1.5] }, 55, 'Invalid agreement_ids "1.5", it should match the RegExp.'],
  ])('%j [5.register 5.profile]', async (more, code, message) => {
    const { call, net } = wrong(more);
    await expect(call).rejects.toMatchObject({ code, message });
    expect(net.sent).toEqual([]);
  });

  test.each<[object, number, string]>([
    [{ nickname: 'a b' }, 4, 'Invalid nickname "a b", it should match the RegExp.'],
    [{ fullname: '1' }, 5, 'Invalid fullname "1", it should match the RegExp.'],
    [{ qq: '123' }, 6, 'Invalid qq "123", it should match the RegExp.'],
    [{ description: 'x'.repeat(51) }, 7, 'Invalid description, it should contains only 0 - 50 characters.'],
    [{ sex: 2 }, 8, 'Invalid sex, it should be 0 or 1.'],
    [{ birthday: 1.5 }, 9, 'Invalid birthday "1.5", it should match the RegExp.'],
  ])('a profile with %j, though nobody is signed in [5.profile]', async (fields, code, message) => {
    const { tab, net } = fakeBrowser();
    await expect(account.updateProfile(tab(), fields)).rejects.toMatchObject({ code, message });
    expect(net.sent).toEqual([]);
  });

  test('of a profile the six fields of the specification, and no others: the server judges those [5.profile]', async () => {
    const { tab, net } = fakeBrowser();
    const auth = tab();
    auth.tokens.store(tokens(1));
    for (const fields of [{ avatar_url: 'javascript:alert(1)' }, { grade: 'nine' as never }, { grade: -1 }]) {
      void account.updateProfile(auth, { sex: 1, ...fields });
      await settle();
      expect(net.sent.at(-1)?.body).toEqual({ sex: 1, ...fields });
    }
    await expect(account.updateProfile(auth, { avatar_url: 'nowhere', qq: '1' })).rejects.toMatchObject({
      code: 6,
    });
  });

  test('a full name with a middle dot: the specification’s pattern, unless init says otherwise [5.profile]', async () => {
    const name = '阿卜杜热合曼·买买提';
    const { tab, net } = fakeBrowser();
    for (const fullname of [name, name.replace('·', '•'), name.replace('·', '・')])
      await expect(account.updateProfile(tab(), { fullname })).rejects.toMatchObject({
        code: 5,
        message: `Invalid fullname "${fullname}", it should match the RegExp.`,
      });
    expect(net.sent).toEqual([]);
    const auth = tab('', { middleDot: true });
    auth.tokens.store(tokens(1));
    void account.updateProfile(auth, { fullname: name.replace('·', '•') });
    await settle();
    expect(net.next().body).toEqual({ fullname: name });
    await expect(account.updateProfile(auth, { fullname: '·买买提' })).rejects.toMatchObject({ code: 5 });
  });

  test('a field without a code of its own', async () => {
    const { tab } = fakeBrowser();
    await expect(account.loginByAccount(tab(), { identity: '', password: 'x' })).rejects.toMatchObject({
      code: 55,
      message: 'Invalid identity "", it should match the RegExp.',
    });
  });
});

describe('what is filled in and left out', () => {
  test('the pid and the default agreement ids [9.agreement_ids]', async () => {
    const { tab, net } = fakeBrowser();
    const auth = tab();
    void account.loginByAccount(auth, { identity: 'ann', password: 'x' });
    void account.loginByAccount(auth, { identity: 'ann', password: 'x', pid: 'p', agreement_ids: [3] });
    await settle();
    expect(net.pending.map(({ body }) => body)).toEqual([
      { identity: 'ann', password: 'x', pid: 'school', agreement_ids: [-1] },
      { identity: 'ann', password: 'x', pid: 'p', agreement_ids: [3] },
    ]);
  });

  test('of a profile only the allowed fields are sent, and only those present [3.profile 5.profile]', async () => {
    const { tab, net, jar } = fakeBrowser();
    const auth = tab();
    auth.tokens.store(tokens(1));
    expect(jar.cookie).toContain('A1');
    const fields = { nickname: 'ann', qq: null, id: 'someone-else', role: 'admin' };
    void account.updateProfile(auth, fields);
    await settle();
    expect(net.next().body).toEqual({ nickname: 'ann', qq: null });
  });

  test('of WeChat has the WeChat appid of init, unless the call is given another; that of QQ has none of it [7.loginByWechat 7.bindWechat]', async () => {
    const { tab, net } = fakeBrowser();
    const auth = tab('', { wechat_appid: 'wx1' });
    auth.tokens.store(tokens(1));
    const code = { code: 'c' };
    const sent = async (call: Promise<unknown>) => {
      call.catch(() => {});
      await settle();
      return net.sent.at(-1)?.body as { readonly appid?: string };
    };
    expect(await sent(account.loginByWechat(auth, code))).toMatchObject({ code: 'c', appid: 'wx1' });
    expect(await sent(account.loginByWechat(auth, { ...code, appid: 'wx2' }))).toMatchObject({
      appid: 'wx2',
    });
    expect(await sent(account.bindWechat(auth, code))).toEqual({ code: 'c', appid: 'wx1' });
    expect(await sent(account.proveByWechat(auth, code))).toMatchObject({ appid: 'wx1' });
    const prepared = { ...code, provider: 'wechat' } as const;
    expect(await sent(account.prepareThirdPartyBinding(auth, prepared))).toMatchObject({ appid: 'wx1' });
    for (const call of [
      account.prepareThirdPartyBinding(auth, { ...code, provider: 'qq' }),
      account.loginByQq(auth, code),
      account.bindQq(auth, code),
    ])
      expect(await sent(call)).not.toHaveProperty('appid');
  });

  test('the caller’s fields stay as they were', async () => {
    const { tab } = fakeBrowser();
    const fields = Object.freeze({ phone_number: '13800000000' });
    void account.sendLoginCaptcha(tab(), fields);
    await settle();
    expect(fields).toEqual({ phone_number: '13800000000' });
  });
});

describe('types', () => {
  test('come from the contract', () => {
    expectTypeOf(account.getProfile).returns.resolves.toEqualTypeOf<Profile>();
    expectTypeOf(account.loginByPhone).returns.resolves.toEqualTypeOf<SignedIn>();
    expectTypeOf(account.refreshTokens).returns.resolves.toEqualTypeOf<TokenSet>();
    expectTypeOf(account.getPrivacy).returns.resolves.toEqualTypeOf<AnswerOf<Calls['getPrivacy']>>();
    expectTypeOf(account.getProfile).parameter(1).toEqualTypeOf<undefined>();
  });

  test('pid may be left out, nothing else may', () => {
    type Fields = Parameters<typeof account.registerByPhone>[1];
    expectTypeOf<{
      phone_number: string;
      captcha: string;
      password: string;
      agreement_ids: number[];
    }>().toExtend<Fields>();
    expectTypeOf<{ phone_number: string }>().not.toExtend<Fields>();
    expectTypeOf<{ phone_number: number }>().not.toExtend<Parameters<typeof account.sendLoginCaptcha>[1]>();
    expectTypeOf<[account.Auth]>().toExtend<Parameters<typeof account.logout>>();
    expectTypeOf<[account.Auth]>().toExtend<Parameters<typeof account.getAgreements>>();
    expectTypeOf<[account.Auth]>().not.toExtend<Parameters<typeof account.loginByAccount>>();
  });

  test('an error’s name is one of the catalogue', () => {
    expectTypeOf<'NoToken'>().toExtend<account.AuthError['name']>();
    expectTypeOf<'NoSuchError'>().not.toExtend<account.AuthError['name']>();
  });
});

test('the answer’s data is what the call gives', async () => {
  const { tab, net } = fakeBrowser();
  const call = account.loginByPhone(tab(), { phone_number: '13800000000', captcha: '000000' });
  await settle();
  net.next().answer(200, signedInAs(1));
  expect(await call).toEqual(signedInAs(1).data);
});
