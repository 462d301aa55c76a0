/** What production requires of the environment. */
import { OWN_AUDIENCE } from '../features/accounts/sessions/access-tokens.ts';
import type { Reader } from '../platform/config-reader.ts';

/** Variables of vendors, which are read only where the vendor is listed. */
const OF_VENDORS = /^ROLLCALL_(?:ALIYUN|TENCENT|SMTP|GEETEST|NETEASE|NEXTDATA)_/;

/** Reports the variables that production needs beside the secret, and those that it does not know. */
export const requireForProduction = (
  reader: Reader,
  publicIssuer: string,
  pids: readonly string[] | undefined,
): void => {
  if (!reader.isSet('ROLLCALL_ISSUER')) {
    reader.wrong('ROLLCALL_ISSUER', undefined, 'the public https URL in prod');
  } else if (!publicIssuer.startsWith('https:')) {
    reader.wrong('ROLLCALL_ISSUER', publicIssuer, 'an https URL in prod, for Secure cookies and HSTS');
  }
  if (!reader.isSet('ROLLCALL_PIDS')) {
    reader.wrong('ROLLCALL_PIDS', undefined, 'the pids that are served, in prod');
  }
  if (pids?.includes(OWN_AUDIENCE)) {
    reader.wrong(
      'ROLLCALL_PIDS',
      OWN_AUDIENCE,
      'pids of your own: this is the audience of tokens for Rollcall alone',
    );
  }
  reader.refuseUnknown('ROLLCALL_', OF_VENDORS);
};
