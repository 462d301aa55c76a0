/** What the vendors of human verification share: the interface, JSON calls, and the circuit breaker. */
import type { CaptchaRuleName } from '@rollcall/contract';
import { parseObject } from '../../platform/parse-object.ts';
import { fetchVendor, VendorError } from '../../platform/vendor-http.ts';

/** Who passed, as the vendors want to know it. */
export interface Passer {
  readonly ip: string;
  /** A name of this attempt that tells nothing of the person. */
  readonly name: string;
}

export type VendorRule = Exclude<CaptchaRuleName, 'DEFAULT' | 'ALTCHA'>;

/** A vendor that judges by one answer of the browser's, of the form `A`. */
export interface HumanVerificationVendor<A> {
  readonly rule: VendorRule;
  /** The site's public id. */
  readonly appid: string;
  readonly script: string | undefined;
  /** Asks the vendor whether the person passed. @throws VendorError where it does not say. */
  check(answer: A, passer: Passer): Promise<boolean>;
}

/** The JSON object that a vendor answers. @throws VendorError unavailable. */
export const askJson = async (
  ...request: Parameters<typeof fetchVendor>
): Promise<Readonly<Record<string, unknown>>> => {
  const answer = parseObject(await fetchVendor(...request));
  if (!answer) throw new VendorError('unavailable', 'unreadable answer');
  return answer;
};

/** Failures in a row that open the circuit. */
export const BREAK_AFTER = 3;
/** Milliseconds that a vendor is then passed over; after that one person at a time tries it. */
export const BREAK_FOR = 30_000;

/** How a vendor did of late. */
export interface BreakerState {
  /** Failures in a row. */
  readonly failures: number;
  /** Milliseconds since 1970 until which it is passed over; undefined: it is not. */
  readonly until: number | undefined;
  readonly lastWorkedAt: number | undefined;
  readonly lastFailedAt: number | undefined;
}

export interface Breaker {
  /** Looks, and changes nothing. */
  state(): BreakerState;
  /** Whether the vendor may be named to one more person. While it is being tried again, to one each `BREAK_FOR`. */
  allows(): boolean;
  worked(): void;
  failed(): void;
}

/** @param now milliseconds since 1970. */
export const createBreaker = (now: () => number): Breaker => {
  let failures = 0;
  let brokenAt = 0;
  let lastWorkedAt: number | undefined;
  let lastFailedAt: number | undefined;
  return {
    state: () => {
      const at = now();
      const broken = failures >= BREAK_AFTER && at >= brokenAt && at - brokenAt < BREAK_FOR;
      return { failures, until: broken ? brokenAt + BREAK_FOR : undefined, lastWorkedAt, lastFailedAt };
    },
    allows: () => {
      if (failures < BREAK_AFTER) return true;
      const at = now();
      // A time ahead was written by a clock that has since been put back.
      if (at - brokenAt < BREAK_FOR && at >= brokenAt) return false;
      brokenAt = at;
      return true;
    },
    worked: () => {
      failures = 0;
      lastWorkedAt = now();
    },
    failed: () => {
      failures += 1;
      lastFailedAt = now();
      if (failures >= BREAK_AFTER) brokenAt = now();
    },
  };
};
