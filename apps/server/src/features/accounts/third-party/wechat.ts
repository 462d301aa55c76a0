/** WeChat's website sign-in. An answer is an error where it has an `errcode` other than 0, whatever its HTTP status. */
import { parseObject } from '../../../platform/parse-object.ts';
import { VendorError, type VendorErrorKind } from '../../../platform/vendor-http.ts';
import { askVendor, codeOf, textOf, type Vendor, type VendorApp } from './vendor.ts';

/** The code is invalid, used, or over. */
const refused = new Set(['40029', '40163', '42003', '41008']);
/** The system is busy, or a quota of this minute is used up. */
const unavailable = new Set(['-1', '45011', '45009']);

const kindOf = (errcode: string): VendorErrorKind =>
  refused.has(errcode) ? 'refused' : unavailable.has(errcode) ? 'unavailable' : 'misconfigured';

/**
 * @param base such as https://api.weixin.qq.com
 * @param timeoutMs milliseconds that WeChat gets for an answer
 */
export const createWechat = (app: VendorApp, base: string, timeoutMs: number): Vendor => ({
  identify: async code => {
    const { appid, secret } = app;
    const query = { appid, secret, code, grant_type: 'authorization_code' };
    const answer = parseObject(await askVendor(base, '/sns/oauth2/access_token', query, timeoutMs));
    if (!answer) throw new VendorError('unavailable', 'no JSON');
    const errcode = codeOf(answer['errcode']);
    if (errcode !== '0') throw new VendorError(kindOf(errcode), `errcode ${errcode}`);
    const subject = textOf(answer, 'openid');
    if (subject === undefined) throw new VendorError('unavailable', 'no openid');
    const unionid = textOf(answer, 'unionid');
    return {
      identity: { provider: 'wechat', appid, subject, ...(unionid === undefined ? {} : { unionid }) },
      name: async () => {
        const info = { access_token: textOf(answer, 'access_token') ?? '', openid: subject };
        const person = parseObject(await askVendor(base, '/sns/userinfo', info, timeoutMs));
        return person && textOf(person, 'nickname');
      },
    };
  },
});
