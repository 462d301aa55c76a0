/**
 * The device's id for the human verification: a weak signal, from a script that is loaded once the page is
 * used.
 */
import { device } from '@rollcall/captcha';

let found: (() => Promise<string>) | undefined;

// `monitoring` would send reports to the library's makers
const fingerprint = async (): Promise<string> => {
  const { load } = await import('@fingerprintjs/fingerprintjs');
  const agent = await load({ monitoring: false });
  return (await agent.get()).visitorId;
};

/**
 * Loads the script after the page was first used.
 *
 * @returns see `device` of @rollcall/captcha
 */
export const deviceId = (): (() => Promise<string>) => (found ??= device(fingerprint));
