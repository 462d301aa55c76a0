/** NetEase Yidun: /api/v2/verify, signed by a sum over the sorted fields. */
import { createHash, randomUUID } from 'node:crypto';
import type { NeteaseSettings } from './settings.ts';
import { VendorError } from '../../platform/vendor-http.ts';
import { askJson, type HumanVerificationVendor } from './vendor.ts';

/** md5 of the sorted names and values in a row, and the secret; hex. */
const neteaseSignature = (fields: Readonly<Record<string, string>>, secretKey: string): string => {
  const text = Object.keys(fields)
    .sort()
    .map(name => name + (fields[name] ?? ''))
    .join('');
  return createHash('md5')
    .update(text + secretKey, 'utf8')
    .digest('hex');
};

/** Parameters. */
const answers = new Set([419]);
/** Too many a second. */
const busy = new Set([430]);

/** @param now milliseconds since 1970, for the signature: the machine's own time. */
export const createNetease = (
  settings: NeteaseSettings,
  timeoutMs: number,
  now: () => number = Date.now,
): HumanVerificationVendor<string> => ({
  rule: 'NETEASE',
  appid: settings.captchaId,
  script: settings.script,
  check: async (validate, { name }) => {
    const fields = {
      captchaId: settings.captchaId,
      validate,
      user: name,
      secretId: settings.secretId,
      version: 'v2',
      timestamp: String(now()),
      nonce: randomUUID().replaceAll('-', ''),
    };
    const signature = neteaseSignature(fields, settings.secretKey);
    const { error, result } = await askJson(`${settings.url}/api/v2/verify`, timeoutMs, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, signature }),
    });
    if (typeof error !== 'number') throw new VendorError('unavailable', 'unreadable answer');
    if (error === 0) return result === true;
    throw new VendorError(
      answers.has(error) ? 'refused' : busy.has(error) ? 'unavailable' : 'misconfigured',
      `error ${error}`,
    );
  },
});
