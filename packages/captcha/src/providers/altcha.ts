/**
 * The built-in challenge: proof of work by ALTCHA's second protocol. Derives keys from the nonce and a counter until
 * one begins with the required prefix. WebCrypto derives off the main thread, so that the page stays responsive without
 * a worker, which many content security policies forbid. The person has nothing to do.
 */
import { CAPTCHA_ALTCHA, type checkAltcha } from '@rollcall/contract';
import type { Challenge } from './provider.ts';

const bytes = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));

export const challenge: Challenge = async ({ rule, post, wait, isOver }) => {
  const { challenge } = rule;
  const begun = performance.now();
  const solved = await wait<{ counter: number; derivedKey: string; time: number }>(
    ({ pass, fail, ready }) => {
      // WebCrypto exists on https and localhost only.
      if (!challenge || !globalThis.crypto?.subtle)
        return fail(rule, challenge ? 'CaptchaVendorConfig' : 'CaptchaRuleError');
      const { algorithm, cost, keyLength, keyPrefix, ...rest } = challenge.parameters;
      const [, hash] = /^PBKDF2\/(SHA-\d+)$/.exec(algorithm) ?? [];
      // A plain hash is so fast that the loop would block the page.
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
        while (!found && !isOver()) {
          const counter = next++;
          const derivedKey = await derive(counter);
          if (derivedKey.startsWith(prefix)) {
            found = true;
            pass({ counter, derivedKey, time: performance.now() - begun });
          }
        }
      };
      ready();
      // Parallel derivations, one a core, at most eight.
      for (let lane = Math.min(8, navigator.hardwareConcurrency || 2); lane; lane--) work().catch(fail);
    },
  );
  return post<typeof checkAltcha>(CAPTCHA_ALTCHA, {
    // Checked above.
    challenge: challenge as NonNullable<typeof challenge>,
    solution: solved,
  });
};
