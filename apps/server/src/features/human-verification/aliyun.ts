/** Aliyun's slider: AuthenticateSig (afs, 2018-01-12), signed by the vendor's own client. */
import type { RequestOptions } from 'node:http';
import type { BodyOf, checkAliyun } from '@rollcall/contract';
import { agentFor } from '../../messages/vendor.ts';
import type { AliyunSettings } from './settings.ts';
import { VendorError, callVendor, networkReason } from '../../platform/vendor-http.ts';
import type { HumanVerificationVendor } from './vendor.ts';

export type AliyunAnswer = Pick<BodyOf<typeof checkAliyun>, 'sessionId' | 'sig' | 'token'>;

export interface Aliyun extends HumanVerificationVendor<AliyunAnswer> {
  readonly scene: string;
}

const PASSED = 100;
const FAILED = 900;
const ANSWER = 400;

/** App key and scene are the configuration's; what the browser says of them is never passed on. */
export const createAliyun = (settings: AliyunSettings, timeoutMs: number): Aliyun => ({
  rule: 'ALIYUN',
  appid: settings.appKey,
  scene: settings.scene,
  script: settings.script,
  check: async ({ sessionId, sig, token }, { ip }) => {
    // Loaded with the first call, and not on the vendor's time.
    const { default: Client } = await import('@alicloud/pop-core');
    const code = await callVendor(timeoutMs, signal =>
      request(Client, settings, signal, {
        Token: token,
        Sig: sig,
        SessionId: sessionId,
        Scene: settings.scene,
        AppKey: settings.appKey,
        RemoteIp: ip,
      }),
    );
    // A number, or its text; the gateway's own refusals are words.
    const number = Number(code);
    if (number === PASSED) return true;
    if (number === FAILED) return false;
    const kind =
      number === ANSWER
        ? 'refused'
        : Number.isNaN(number) && /^[A-Z]/.test(code)
          ? 'misconfigured'
          : 'unavailable';
    throw new VendorError(kind, /^[\w.-]{1,80}$/.test(code) ? code : 'unreadable answer');
  },
});

/** @returns the answer's Code as a text. */
const request = async (
  Client: typeof import('@alicloud/pop-core'),
  { url, accessKeyId, accessKeySecret }: AliyunSettings,
  signal: AbortSignal,
  params: object,
): Promise<string> => {
  const config = { endpoint: url, apiVersion: '2018-01-12', accessKeyId, accessKeySecret, codes: [PASSED] };
  const client = new Client(config);
  const options = {
    agent: agentFor(url),
    timeout: 60_000,
    // The client's own time-outs leave a slow answer's connection open; the signal ends it.
    beforeRequest: (given: RequestOptions) => ({ ...given, signal }),
  };
  try {
    const { Code } = await client.request<{ Code?: unknown }>('AuthenticateSig', params, options);
    return String(Code ?? '');
  } catch (error) {
    const { data } = error as { data?: { Code?: unknown } };
    if (data === undefined) throw new VendorError('unavailable', networkReason(error));
    // The vendor's overload is no fault of the configuration.
    const code = String(data.Code ?? '');
    if (/^(?:Throttling|ServiceUnavailable|InternalError)/.test(code))
      throw new VendorError('unavailable', code);
    return code;
  }
};
