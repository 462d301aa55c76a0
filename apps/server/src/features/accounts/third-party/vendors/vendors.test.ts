import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMIT } from '../../../../../../../tools/testing/limits.ts';
import { createQq, parseQqAnswer } from './qq.ts';
import { SECRET, startVendors, type TestVendors } from '../testing.ts';
import { VendorError } from '../../../../platform/vendor-http.ts';
import type { Vendor } from './vendor.ts';
import { createWechat } from './wechat.ts';

let vendors: TestVendors;
let wechat: Vendor;
let qq: Vendor;
/** Milliseconds that a vendor gets that is silent for good. */
const SHORT = 50;
const wechatOf = (ms = LIMIT, secret = SECRET) =>
  createWechat({ appid: 'wxa', secret }, { base: `${vendors.url}/wechat` }, ms);
const qqOf = (ms = LIMIT) =>
  createQq(
    { appid: '101', secret: SECRET },
    { url: `${vendors.url}/qq`, redirectUri: 'https://school.example/oauth/qq' },
    ms,
  );
const redirect = 'https://school.example/oauth/qq?a=1&b=2';
beforeAll(async () => {
  vendors = await startVendors();
  wechat = wechatOf();
  qq = qqOf();
});
beforeEach(() => {
  Object.assign(vendors, {
    wechat: 'well',
    wechatUnionInToken: true,
    wechatInfo: 'well',
    qq: 'well',
    qqFormat: 'json',
    qqUnions: true,
    qqClientId: undefined,
  });
});
afterAll(() => vendors?.close());

const vendorErrorOf = (answer: Promise<unknown>): Promise<VendorError> =>
  answer.then(
    () => {
      throw new Error('There was no error.');
    },
    (error: unknown) => {
      if (error instanceof VendorError) return error;
      throw error;
    },
  );

describe('WeChat [7.loginByWechat]', () => {
  test('a code gives the subject, with the union id where there is one', async () => {
    const code = vendors.code({ appid: 'wxa', openid: 'o1', unionid: 'u1' });
    expect((await wechat.identify(code, undefined)).identity).toEqual({
      provider: 'wechat',
      appid: 'wxa',
      subject: 'o1',
      unionid: 'u1',
    });
    const plain = vendors.code({ appid: 'wxa', openid: 'o2' });
    expect((await wechat.identify(plain, undefined)).identity).toEqual({
      provider: 'wechat',
      appid: 'wxa',
      subject: 'o2',
    });
  });

  test("a service account's union id is asked for where the token does not bear it, and must be had", async () => {
    const service = createWechat(
      { appid: 'wxs', secret: SECRET },
      { base: `${vendors.url}/wechat`, serviceAccount: true },
      LIMIT,
    );
    vendors.wechatUnionInToken = false;
    const person = { appid: 'wxs', openid: 'o1', unionid: 'u1' };
    expect((await service.identify(vendors.code(person), undefined)).identity).toMatchObject({
      unionid: 'u1',
    });
    const lonely = vendors.code({ appid: 'wxs', openid: 'o2' });
    expect((await service.identify(lonely, undefined)).identity).not.toHaveProperty('unionid');
    vendors.wechatInfo = 'down';
    expect(await vendorErrorOf(service.identify(vendors.code(person), undefined))).toMatchObject({
      kind: 'unavailable',
    });
  });

  test('a code that was used, is unknown, or is of another app is refused', async () => {
    const code = vendors.code({ appid: 'wxa', openid: 'o1' });
    await wechat.identify(code, undefined);
    expect(await vendorErrorOf(wechat.identify(code, undefined))).toMatchObject({ kind: 'refused' });
    expect(await vendorErrorOf(wechat.identify('nonsense', undefined))).toMatchObject({ kind: 'refused' });
    const other = vendors.code({ appid: 'wxb', openid: 'o1' });
    expect(await vendorErrorOf(wechat.identify(other, undefined))).toMatchObject({ kind: 'refused' });
  });

  test.each([
    [{ error: 40029 }, 'refused'],
    [{ error: 40163 }, 'refused'],
    [{ error: 42003 }, 'refused'],
    [{ error: -1 }, 'unavailable'],
    [{ error: 45011 }, 'unavailable'],
    [{ error: 40013 }, 'misconfigured'],
    [{ error: 40125 }, 'misconfigured'],
    [{ error: 48001 }, 'misconfigured'],
    [{ status: 502 }, 'unavailable'],
    [{ status: 302 }, 'unavailable'],
    ['cut', 'unavailable'],
    ['silent', 'unavailable'],
  ] as const)('%j is %s', async (condition, kind) => {
    vendors.wechat = condition;
    const code = vendors.code({ appid: 'wxa', openid: 'o1' });
    const asked = condition === 'silent' ? wechatOf(SHORT) : wechat;
    expect(await vendorErrorOf(asked.identify(code, undefined))).toMatchObject({ kind });
  });

  test('a wrong secret is reported as an error of the configuration', async () => {
    const failure = await vendorErrorOf(wechatOf(LIMIT, 'other').identify('x', undefined));
    expect(failure.kind).toBe('misconfigured');
    expect(failure.message).not.toContain('other');
  });
});

describe('QQ [7.loginByQq]', () => {
  test.each(['json', 'jsonp', 'form'] as const)('in %s', async format => {
    vendors.qqFormat = format;
    const code = vendors.code({ appid: '101', openid: 'ABC', unionid: 'UID_1' });
    expect((await qq.identify(code, redirect)).identity).toEqual({
      provider: 'qq',
      appid: '101',
      subject: 'ABC',
      unionid: 'UID_1',
    });
    expect(
      vendors.requests.findLast(one => one.path === '/qq/oauth2.0/token')?.query.get('redirect_uri'),
    ).toBe(redirect);
    expect(await vendorErrorOf(qq.identify(code, redirect))).toMatchObject({
      kind: 'refused',
      reason: 'error 100020',
    });
  });

  test('a site without permission for union ids signs in without one', async () => {
    vendors.qqUnions = false;
    const code = vendors.code({ appid: '101', openid: 'ABC', unionid: 'UID_1' });
    expect((await qq.identify(code, redirect)).identity).toEqual({
      provider: 'qq',
      appid: '101',
      subject: 'ABC',
    });
  });

  test("another site's token is refused", async () => {
    vendors.qqClientId = '999';
    const code = vendors.code({ appid: '101', openid: 'ABC' });
    expect(await vendorErrorOf(qq.identify(code, redirect))).toMatchObject({ kind: 'refused' });
  });

  test.each([
    [{ error: 100010 }, 'refused'],
    [{ error: 100014 }, 'refused'],
    [{ error: 100016 }, 'refused'],
    [{ error: 100019 }, 'refused'],
    [{ error: 100020 }, 'refused'],
    [{ error: 100021 }, 'unavailable'],
    [{ error: 100008 }, 'misconfigured'],
    [{ error: 100009 }, 'misconfigured'],
    [{ status: 503 }, 'unavailable'],
    ['cut', 'unavailable'],
    ['silent', 'unavailable'],
  ] as const)('%j is %s, in every format', async (condition, kind) => {
    for (const format of ['json', 'jsonp', 'form'] as const) {
      Object.assign(vendors, { qq: condition, qqFormat: format });
      const code = vendors.code({ appid: '101', openid: 'ABC' });
      const asked = condition === 'silent' ? qqOf(SHORT) : qq;
      expect(await vendorErrorOf(asked.identify(code, redirect))).toMatchObject({ kind });
    }
  });

  test('any answer is read alike in each format', () => {
    const value = fc.string({ minLength: 1, unit: 'binary' });
    const record = fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), value, {
      minKeys: 1,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(record, fields => {
        const json = JSON.stringify(fields);
        expect(parseQqAnswer(json)).toEqual(fields);
        expect(parseQqAnswer(`callback( ${json} );\n`)).toEqual(fields);
        expect(parseQqAnswer(`callback(${json})`)).toEqual(fields);
        const form = new URLSearchParams(fields);
        // A form has no lone surrogates.
        expect(parseQqAnswer(form.toString())).toEqual(Object.fromEntries(form));
      }),
    );
  });

  test.each(['', '<html></html>', 'null', '[]', 'callback( nonsense );', '{', 'a page with = in it'])(
    '%j is no answer',
    text => {
      expect(parseQqAnswer(text)).toBeUndefined();
    },
  );
});
