/** NextData, by Shumei: /ca/v1/sverify. */
import type { NextdataSettings } from './settings.ts';
import { VendorError } from '../../platform/vendor-http.ts';
import { askJson, type HumanVerificationVendor } from './vendor.ts';

const JUDGED = 1100;
/** Too many a second; its own service. */
const unavailableCodes = new Set([1901, 1903]);
const ANSWER = 1902;

export const createNextdata = (
  settings: NextdataSettings,
  timeoutMs: number,
): HumanVerificationVendor<string> => ({
  rule: 'NEXTDATA',
  appid: settings.organization,
  script: settings.script,
  check: async (rid, { ip }) => {
    const { code, riskLevel } = await askJson(`${settings.url}/ca/v1/sverify`, timeoutMs, {
      method: 'POST',
      body: JSON.stringify({ accessKey: settings.accessKey, data: { rid, ip } }),
    });
    if (typeof code !== 'number') throw new VendorError('unavailable', 'unreadable answer');
    if (code === JUDGED) return riskLevel === 'PASS';
    throw new VendorError(
      unavailableCodes.has(code) ? 'unavailable' : code === ANSWER ? 'refused' : 'misconfigured',
      `code ${code}`,
    );
  },
});
