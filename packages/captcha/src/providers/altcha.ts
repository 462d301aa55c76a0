/**
 * The built-in challenge: proof of work by ALTCHA's second protocol. A key is derived from the nonce and a counter,
 * until it begins with the wanted prefix. WebCrypto derives off the main thread, so that the page stays alive without
 * a worker, which many content security policies refuse. The box says that it is being checked; nothing is asked.
 */
import { CAPTCHA_ALTCHA, type checkAltcha } from '@rollcall/contract';
import type { Challenge } from './provider.ts';

const bytes = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));

export const challenge: Challenge = async ({ rule, post, wait, over }) => {
  const { challenge } = rule;
  const begun = performance.now();
  const solved = await wait<{ counter: number; derivedKey: string; time: number }>(
    ({ pass, fail, ready }) => {
      // Only https and localhost have it.
      if (!challenge || !globalThis.crypto?.subtle)
        return fail(rule, challenge ? 'CaptchaVendorConfig' : 'CaptchaRuleError');
      const { algorithm, cost, keyLength, keyPrefix, ...rest } = challenge.parameters;
      const [, hash] = /^PBKDF2\/(SHA-\d+)$/.exec(algorithm) ?? [];
      // Plain hashes go by so quickly that answering them would keep the page from anything else.
      if (!hash) return fail(rule);
      const salt = bytes(rest.salt);
      const nonce = bytes(rest.nonce);
      const prefix = keyPrefix.toLowerCase();

      /** The key of a counter, in hex. */
      const derive = async (counter: number): Promise<string> => {
        const password = new Uint8Array(nonce.length + 4);
        password.set(nonce);
        new DataView(password.buffer).setUint32(nonce.length, counter);
        const base = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
        const key = await crypto.subtle.deriveBits(
          { name: 'PBKDF2', salt, iterations: cost, hash },
          base,
          keyLength * 8,
        );
        return Array.from(new Uint8Array(key), byte => byte.toString(16).padStart(2, '0')).join('');
      };

      let next = 0;
      let found = false;
      const work = async (): Promise<void> => {
        while (!found && !over()) {
          const counter = next++;
          const derivedKey = await derive(counter);
          if (derivedKey.startsWith(prefix)) {
            found = true;
            pass({ counter, derivedKey, time: performance.now() - begun });
          }
        }
      };
      ready();
      // Enough to keep the cores of a phone at work, and leave it one.
      for (let lane = Math.min(8, navigator.hardwareConcurrency || 2); lane; lane--) work().catch(fail);
    },
  );
  return post<typeof checkAltcha>(CAPTCHA_ALTCHA, {
    // It has been looked at above.
    challenge: challenge as NonNullable<typeof challenge>,
    solution: solved,
  });
};
