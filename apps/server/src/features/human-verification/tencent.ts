/** Tencent's captcha: DescribeCaptchaResult (2019-07-22), signed by the vendor's own client. */
import type { BodyOf, checkTencent } from '@rollcall/contract';
import { agentFor } from '../../messages/vendor.ts';
import type { TencentSettings } from './settings.ts';
import { VendorError, callVendor } from '../../platform/vendor-http.ts';
import type { HumanVerificationVendor } from './vendor.ts';

export type TencentAnswer = Pick<BodyOf<typeof checkTencent>, 'tencentTicket' | 'randomStr'>;

const PASSED = 1;
/** randstr, expired, used before, not decryptable, of another ticket. */
const failed = new Set([7, 8, 9, 15, 21]);
/** appid, and its secret. */
const misconfigured = new Set([16, 100]);
/** Failures of the vendor itself; every other code of the API speaks of keys and parameters, which are configuration. */
const unavailableCodes =
  /^(?:InternalError|ResourceUnavailable|RequestLimitExceeded|LimitExceeded|ResourcesSoldOut)/;

export const createTencent = (
  settings: TencentSettings,
  timeoutMs: number,
): HumanVerificationVendor<TencentAnswer> => ({
  rule: 'TENCENT',
  appid: settings.appId,
  script: settings.script,
  check: async ({ tencentTicket, randomStr }, { ip }) => {
    // The vendor's script makes these tickets when the vendor is down; they can be forged.
    if (/^trerror_/i.test(tencentTicket)) throw new VendorError('refused', 'disaster ticket');
    // Loaded with the first call, and not on the vendor's time.
    const { CommonClient } = await import('tencentcloud-sdk-nodejs-common');
    const answer = await callVendor(timeoutMs, signal =>
      request(CommonClient, settings, signal, {
        CaptchaType: 9,
        Ticket: tencentTicket,
        UserIp: ip,
        Randstr: randomStr,
        CaptchaAppId: Number(settings.appId),
        AppSecretKey: settings.appSecretKey,
      }),
    );
    const code = answer.CaptchaCode;
    if (code === PASSED) return true;
    if (typeof code !== 'number') throw new VendorError('unavailable', 'unreadable answer');
    if (failed.has(code)) return false;
    throw new VendorError(misconfigured.has(code) ? 'misconfigured' : 'refused', `CaptchaCode ${code}`);
  },
});

const request = async (
  Client: typeof import('tencentcloud-sdk-nodejs-common').CommonClient,
  { url, secretId, secretKey }: TencentSettings,
  signal: AbortSignal,
  body: object,
): Promise<{ readonly CaptchaCode?: unknown }> => {
  // The client signs for the service that the endpoint's first label names, and puts the protocol before it: whatever
  // stands in front of the last part, be it a gateway's address, counts as the protocol.
  const [, protocol = '', endpoint = ''] = /^(.*\/)([^/]+)$/.exec(url) ?? [];
  const client = new Client(endpoint, '2019-07-22', {
    credential: { secretId, secretKey },
    region: '',
    profile: { httpProfile: { protocol, agent: agentFor(url) } },
  });
  try {
    return ((await client.request('DescribeCaptchaResult', body, { signal })) ?? {}) as {
      CaptchaCode?: unknown;
    };
  } catch (error) {
    const { code } = error as { code?: unknown };
    // Without a code of the API there was no answer of the API's.
    if (typeof code !== 'string' || !/^[A-Z][a-z]/.test(code))
      throw new VendorError('unavailable', 'no answer');
    throw new VendorError(unavailableCodes.test(code) ? 'unavailable' : 'misconfigured', code);
  }
};
