/** WeChat's sign-in, by a website app or a service account. An answer is an error where it has an `errcode` other than 0, whatever its HTTP status. */
import { parseObject } from '../../../../platform/parse-object.ts';
import { VendorError, type VendorErrorKind } from '../../../../platform/vendor-http.ts';
import { askVendor, codeOf, textOf, type Vendor, type VendorApp } from './vendor.ts';

/** The code is invalid, used, or over. */
const refused = new Set(['40029', '40163', '42003', '41008']);
/** The system is busy, or a quota of this minute is used up. */
const unavailable = new Set(['-1', '45011', '45009']);

const kindOf = (errcode: string): VendorErrorKind =>
  refused.has(errcode) ? 'refused' : unavailable.has(errcode) ? 'unavailable' : 'misconfigured';

/**
 * WeChat opened the page as a snapshot, and its answer is about a virtual person: such a sign-in makes and opens no
 * account.
 */
export class SnapshotPerson extends VendorError {
  constructor() {
    super('refused', 'snapshot person');
  }
}

const judged = (text: string): Readonly<Record<string, unknown>> => {
  const answer = parseObject(text);
  if (!answer) throw new VendorError('unavailable', 'no JSON');
  const errcode = codeOf(answer['errcode']);
  if (errcode !== '0') throw new VendorError(kindOf(errcode), `errcode ${errcode}`);
  return answer;
};

/**
 * @param service base: such as https://api.weixin.qq.com; serviceAccount: whether the app is a service account
 * @param timeoutMs milliseconds that WeChat gets for an answer
 */
export const createWechat = (
  app: VendorApp,
  { base, serviceAccount = false }: { readonly base: string; readonly serviceAccount?: boolean },
  timeoutMs: number,
): Vendor => ({
  identify: async code => {
    const { appid, secret } = app;
    const query = { appid, secret, code, grant_type: 'authorization_code' };
    const answer = judged(await askVendor(base, '/sns/oauth2/access_token', query, timeoutMs));
    if (codeOf(answer['is_snapshotuser']) === '1') throw new SnapshotPerson();
    const subject = textOf(answer, 'openid');
    if (subject === undefined) throw new VendorError('unavailable', 'no openid');
    const person = async () => {
      const info = { access_token: textOf(answer, 'access_token') ?? '', openid: subject };
      return judged(await askVendor(base, '/sns/userinfo', info, timeoutMs));
    };
    // Without it somebody who is known by another app would seem to be new: a failure here fails the sign-in.
    const unionid =
      textOf(answer, 'unionid') ?? (serviceAccount ? textOf(await person(), 'unionid') : undefined);
    return {
      identity: { provider: 'wechat', appid, subject, ...(unionid === undefined ? {} : { unionid }) },
      name: async () => textOf(await person(), 'nickname'),
    };
  },
});
