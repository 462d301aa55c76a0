/**
 * QQ's website sign-in: a code becomes a token, the token an openid. We ask for JSON, but QQ has three formats and has
 * been met answering errors in another than was asked for, so each is read as what it is.
 */
import { parseObject } from '../../../../platform/parse-object.ts';
import { VendorError, type VendorErrorKind } from '../../../../platform/vendor-http.ts';
import { askVendor, codeOf, textOf, type Vendor, type VendorApp } from './vendor.ts';

/** The code, or the address that it came to, is wrong, used or over. */
const refused = new Set(['100005', '100010', '100013', '100014', '100015', '100016', '100019', '100020']);
/** This site may not see union ids. */
const NO_UNIONS = '100048';

const kindOf = (error: string): VendorErrorKind =>
  refused.has(error) ? 'refused' : error === '-1' || error === '100021' ? 'unavailable' : 'misconfigured';

/** Reads an answer: JSON, `callback( {...} );`, or a form. @returns undefined where it is none of them. */
export const parseQqAnswer = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return parseObject(trimmed);
  const jsonp = /^[\w.$]+\s*\(\s*(\{[\s\S]*\})\s*\)\s*;?$/.exec(trimmed);
  if (jsonp) return parseObject(jsonp[1] ?? '');
  if (!/^[\w.-]+=[^<>\s]*$/.test(trimmed)) return undefined;
  return Object.fromEntries(new URLSearchParams(trimmed));
};

/** The error of an answer, in QQ's own number; undefined where it is a success. */
const errorOf = (answer: Readonly<Record<string, unknown>>): string | undefined => {
  const error = codeOf(answer['error'] ?? answer['code'] ?? answer['ret']);
  return error === '0' ? undefined : error;
};

/**
 * @param service its base URL, such as https://graph.qq.com, and the redirect URI of codes that come without one
 * @param timeoutMs milliseconds that QQ gets for each answer
 */
export const createQq = (
  app: VendorApp,
  service: { readonly url: string; readonly redirectUri: string },
  timeoutMs: number,
): Vendor => {
  const { url: base, redirectUri: configured } = service;
  const ask = async (path: string, query: Readonly<Record<string, string>>) => {
    const answer = parseQqAnswer(await askVendor(base, path, { ...query, fmt: 'json' }, timeoutMs));
    if (!answer) throw new VendorError('unavailable', 'neither JSON, JSONP nor a form');
    return answer;
  };
  const judged = (answer: Readonly<Record<string, unknown>>) => {
    const error = errorOf(answer);
    if (error !== undefined) throw new VendorError(kindOf(error), `error ${error}`);
    return answer;
  };

  return {
    identify: async (code, redirectUri) => {
      const token = judged(
        await ask('/oauth2.0/token', {
          grant_type: 'authorization_code',
          client_id: app.appid,
          client_secret: app.secret,
          code,
          redirect_uri: redirectUri ?? configured,
        }),
      );
      const access = textOf(token, 'access_token');
      if (access === undefined) throw new VendorError('unavailable', 'no access_token');
      let me = await ask('/oauth2.0/me', { access_token: access, unionid: '1' });
      if (errorOf(me) === NO_UNIONS) me = await ask('/oauth2.0/me', { access_token: access });
      judged(me);
      // A token that was issued to another site proves nothing about this sign-in.
      if (textOf(me, 'client_id') !== app.appid) throw new VendorError('refused', 'another client_id');
      const subject = textOf(me, 'openid');
      if (subject === undefined) throw new VendorError('unavailable', 'no openid');
      const unionid = textOf(me, 'unionid');
      return {
        identity: {
          provider: 'qq',
          appid: app.appid,
          subject,
          ...(unionid === undefined ? {} : { unionid }),
        },
        name: async () => {
          const info = { access_token: access, oauth_consumer_key: app.appid, openid: subject };
          return textOf(await ask('/user/get_user_info', info), 'nickname');
        },
      };
    },
  };
};
