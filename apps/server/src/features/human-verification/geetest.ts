/** GeeTest 3: a challenge is taken from the vendor, signed for the browser, and what comes back is checked there. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BodyOf, checkGeetest } from '@rollcall/contract';
import type { GeetestSettings } from './settings.ts';
import { VendorError } from '../../platform/vendor-http.ts';
import { askJson, type HumanVerificationVendor, type Passer } from './vendor.ts';

/** Milliseconds between two looks at the vendor's health. */
const POLL_EVERY = 10_000;
/** What the vendor's own form of a challenge has; the slide adds two characters to it. */
const CHALLENGE_LENGTH = 32;
const SDK = 'rollcall';

/** What the browser got, as it is kept on the server. */
export interface GeetestChallenge {
  /** The first 32 characters of what the browser sends back. */
  readonly challenge: string;
  /** 0: the vendor is down, and the server made the challenge itself. It can't be passed. */
  readonly success: 0 | 1;
}

export type GeetestAnswer = Pick<
  BodyOf<typeof checkGeetest>,
  'geetest_challenge' | 'geetest_validate' | 'geetest_seccode'
>;

export interface Geetest
  extends HumanVerificationVendor<{ readonly kept: GeetestChallenge; readonly given: GeetestAnswer }> {
  readonly rule: 'GEETEST';
  /** By the last look; true until there was one. */
  healthy(): boolean;
  /** Looks now. Never throws. */
  look(): Promise<void>;
  /** A fresh challenge. @throws VendorError. */
  register(passer: Passer): Promise<GeetestChallenge>;
  /** Stops looking. */
  close(): void;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const digests: Readonly<Record<GeetestSettings['digest'], (challenge: string, key: string) => string>> = {
  md5: (challenge, key) => md5(challenge + key),
  sha256: (challenge, key) =>
    createHash('sha256')
      .update(challenge + key)
      .digest('hex'),
  'hmac-sha256': (challenge, key) => createHmac('sha256', key).update(challenge).digest('hex'),
};

/** @param timeoutMs milliseconds for each answer. */
export const createGeetest = (settings: GeetestSettings, timeoutMs: number): Geetest => {
  const { id, key, digest, url, bypassUrl } = settings;
  let well = true;

  const look = async (): Promise<void> => {
    const query = new URLSearchParams({ gt: id });
    const answer = await askJson(`${bypassUrl}/v1/bypass_status.php?${query}`, timeoutMs).catch(
      () => undefined,
    );
    well = answer?.status === 'success';
  };
  const timer = setInterval(() => void look(), POLL_EVERY);
  timer.unref();

  return {
    rule: 'GEETEST',
    appid: id,
    script: settings.script,
    healthy: () => well,
    look,
    close: () => clearInterval(timer),

    register: async ({ ip, name }) => {
      if (!well) return { challenge: randomBytes(CHALLENGE_LENGTH / 2).toString('hex'), success: 0 };
      const query = new URLSearchParams({
        gt: id,
        json_format: '1',
        digestmod: digest,
        user_id: name,
        client_type: 'web',
        ip_address: ip,
        sdk: SDK,
      });
      const { challenge } = await askJson(`${url}/register.php?${query}`, timeoutMs);
      // What it says to a site that it does not know.
      if (challenge === '' || challenge === '0' || challenge === 0)
        throw new VendorError('misconfigured', 'no challenge');
      if (typeof challenge !== 'string') throw new VendorError('unavailable', 'unreadable answer');
      return { challenge: digests[digest](challenge, key), success: 1 };
    },

    check: async ({ kept, given }, { ip, name }) => {
      // A result that passes without a request to the vendor can be forged.
      if (kept.success === 0) throw new VendorError('unavailable', 'offline');
      const { geetest_challenge: challenge, geetest_validate: validate, geetest_seccode: seccode } = given;
      // A digest of more than 32 characters comes back whole, or cut as the slide cuts it.
      if (!same(challenge.slice(0, CHALLENGE_LENGTH), kept.challenge.slice(0, CHALLENGE_LENGTH)))
        return false;
      // The vendor's stricter clients look at this themselves, so that a forged answer costs no call.
      if (digest === 'md5' && !same(validate, md5(`${key}geetest${challenge}`))) return false;
      const { seccode: answered, error_code: error } = await askJson(`${url}/validate.php`, timeoutMs, {
        method: 'POST',
        body: new URLSearchParams({
          seccode,
          challenge,
          captchaid: id,
          json_format: '1',
          user_id: name,
          client_type: 'web',
          ip_address: ip,
          sdk: SDK,
        }),
      });
      // A seccode used before, a challenge of another time: what the browser says, not the vendor's state.
      if (error !== undefined) throw new VendorError('refused', `error ${String(error).slice(0, 20)}`);
      if (typeof answered !== 'string') throw new VendorError('unavailable', 'unreadable answer');
      if (answered === '' || answered === 'false') return false;
      return digest !== 'md5' || same(answered, md5(seccode));
    },
  };
};
