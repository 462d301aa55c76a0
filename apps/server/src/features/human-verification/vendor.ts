/** What the vendors have in common: the seam, calls bounded in time, and the circuit breaker. */
import type { CaptchaRuleName } from '@rollcall/contract';
import { withTimeout } from '../../platform/timeout.ts';
import { parseObject } from '../../platform/parse-object.ts';

/**
 * down: slow, gone, overloaded or unreadable. config: the vendor does not accept this site's keys. answer: what the
 * browser gave is nothing that the vendor can judge.
 */
export type FaultKind = 'down' | 'config' | 'answer';

/** A vendor did not judge. It carries a code and nothing of what was sent. */
export class VendorFault extends Error {
  override readonly name = 'VendorFault';
  constructor(
    readonly kind: FaultKind,
    /** The vendor's own code, an HTTP status, or what happened. */
    readonly reason: string,
  ) {
    super(`${kind}: ${reason}`);
  }
}

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
  /** Asks the vendor whether the person passed. @throws VendorFault where it does not say. */
  check(answer: A, passer: Passer): Promise<boolean>;
}

/** Runs a call that has so many milliseconds. @throws VendorFault down, `timeout`, and aborts the signal. */
export const bounded = <T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withTimeout(timeoutMs, call, () => new VendorFault('down', 'timeout'));

/** Characters of an answer at most; theirs have some hundred. */
const LONGEST = 64 * 1024;

/** Asks for a JSON object. @throws VendorFault down. */
export const askJson = (
  url: string,
  timeoutMs: number,
  init: { readonly method?: string; readonly body?: URLSearchParams | string } = {},
): Promise<Readonly<Record<string, unknown>>> =>
  bounded(timeoutMs, async signal => {
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        ...init,
        ...(typeof init.body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
        redirect: 'error',
        signal,
      });
      text = await response.text();
    } catch (error) {
      throw new VendorFault('down', networkReason(error));
    }
    if (!response.ok) throw new VendorFault('down', `HTTP ${response.status}`);
    const answer = text.length > LONGEST ? undefined : parseObject(text);
    if (!answer) throw new VendorFault('down', 'unreadable answer');
    return answer;
  });

/** A short code; the words of an error may hold whole addresses. */
export const networkReason = (error: unknown): string => {
  const { code, cause, name } = (error ?? {}) as {
    code?: unknown;
    cause?: { code?: unknown };
    name?: unknown;
  };
  const found = [code, cause?.code, name].find(
    part => typeof part === 'string' && /^\w[\w.-]{0,60}$/.test(part),
  );
  return String(found ?? 'no answer');
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
