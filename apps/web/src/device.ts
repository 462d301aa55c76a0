/** Which device this is, for the human verification: a weak signal, from a script that comes when nothing else is to do. */
import { device } from '@rollcall/captcha';

let found: (() => Promise<string>) | undefined;

// `monitoring` would report to the library's makers
const fingerprint = async (): Promise<string> => {
  const { load } = await import('@fingerprintjs/fingerprintjs');
  const agent = await load({ monitoring: false });
  return (await agent.get()).visitorId;
};

/** Begins to load the script where it has not begun yet. @returns see `device` of @rollcall/captcha */
export const deviceId = (): (() => Promise<string>) => (found ??= device(fingerprint));
