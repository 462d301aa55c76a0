/** The vendors that are configured, each with its circuit breaker. */
import type { Logger } from 'pino';
import { refuse } from '../../platform/refusal.ts';
import { type Aliyun, createAliyun } from './aliyun.ts';
import { createGeetest, type Geetest } from './geetest.ts';
import { createNetease } from './netease.ts';
import { createNextdata } from './nextdata.ts';
import type { HumanVerificationSettings, VendorName } from './settings.ts';
import { createTencent, type TencentAnswer } from './tencent.ts';
import { VendorError } from '../../platform/vendor-http.ts';
import { type Trial, tryVendor } from '../../platform/vendor-trial.ts';
import { type Breaker, type HumanVerificationVendor, createBreaker } from './vendor.ts';

export interface Vendors {
  readonly geetest: Geetest | undefined;
  readonly tencent: HumanVerificationVendor<TencentAnswer> | undefined;
  readonly netease: HumanVerificationVendor<string> | undefined;
  readonly nextdata: HumanVerificationVendor<string> | undefined;
  readonly aliyun: Aliyun | undefined;
  /** Whether it is configured and, as far as is known, well. */
  serves(name: VendorName): boolean;
  /**
   * Runs a call to a vendor, and remembers how it went.
   * @throws the refusals CaptchaVendorTimeout, CaptchaVendorConfig and CaptchaVendorError.
   */
  ask<T>(name: VendorName, call: () => Promise<T>): Promise<T>;
  /** Asks each configured vendor about an answer that is made up; how it goes is not remembered. */
  tryAll(): Promise<readonly ({ readonly name: VendorName } & Trial)[]>;
  /** How each configured vendor is, in the order they are tried. Looks, and changes nothing. */
  health(): readonly VendorHealth[];
  close(): void;
}

export interface VendorHealth {
  readonly name: VendorName;
  readonly appid: string;
  /** unused: it was not asked since the server's start. unwell: it says so itself. */
  readonly state: 'unused' | 'well' | 'passed-over' | 'unwell';
  /** Failures in a row. */
  readonly failures: number;
  /** Times in milliseconds since 1970. */
  readonly until: number | null;
  readonly last_worked_at: number | null;
  readonly last_failed_at: number | null;
  /** A code, never what was sent. */
  readonly last_failure: string | null;
}

/** Of nobody, and of no page. */
const TRIAL = 'rollcall-trial';
const passer = { ip: '127.0.0.1', name: TRIAL };

const refusals = {
  unavailable: 'CaptchaVendorTimeout',
  misconfigured: 'CaptchaVendorConfig',
  refused: 'CaptchaVendorError',
} as const;

export const createVendors = (
  settings: HumanVerificationSettings,
  deps: { readonly now: () => number; readonly log: Pick<Logger, 'warn'> },
): Vendors => {
  const { timeoutMs } = settings;
  const made = {
    geetest: settings.geetest && createGeetest(settings.geetest, timeoutMs),
    tencent: settings.tencent && createTencent(settings.tencent, timeoutMs),
    netease: settings.netease && createNetease(settings.netease, timeoutMs),
    nextdata: settings.nextdata && createNextdata(settings.nextdata, timeoutMs),
    aliyun: settings.aliyun && createAliyun(settings.aliyun, timeoutMs),
  };
  const breakers = new Map<VendorName, Breaker>();
  const lastFailures = new Map<VendorName, string>();
  const breakerOf = (name: VendorName): Breaker => {
    const breaker = breakers.get(name) ?? createBreaker(deps.now);
    breakers.set(name, breaker);
    return breaker;
  };
  const trial = async (name: VendorName): Promise<unknown> => {
    switch (name) {
      case 'geetest':
        await made.geetest?.look();
        if (made.geetest?.healthy() !== true) throw new VendorError('unavailable', 'bypass status');
        return made.geetest.register(passer);
      case 'tencent':
        return made.tencent?.check({ tencentTicket: TRIAL, randomStr: TRIAL }, passer);
      case 'aliyun':
        return made.aliyun?.check({ sessionId: TRIAL, sig: TRIAL, token: TRIAL }, passer);
      default:
        return made[name]?.check(TRIAL, passer);
    }
  };
  // The first person should not be the one who finds out.
  void made.geetest?.look();

  return {
    ...made,
    serves: name =>
      made[name] !== undefined &&
      (name !== 'geetest' || made.geetest?.healthy() === true) &&
      breakerOf(name).allows(),
    ask: async (name, call) => {
      const breaker = breakerOf(name);
      try {
        const result = await call();
        breaker.worked();
        return result;
      } catch (error) {
        if (!(error instanceof VendorError)) throw error;
        deps.log.warn({ vendor: name, reason: error.message }, 'a human-verification vendor did not judge');
        // What a browser makes up says nothing of the vendor.
        if (error.kind !== 'refused') {
          breaker.failed();
          lastFailures.set(name, error.reason);
        }
        throw refuse(refusals[error.kind]);
      }
    },
    tryAll: () =>
      Promise.all(
        settings.order
          .filter(name => made[name] !== undefined)
          .map(async name => ({ name, ...(await tryVendor(() => trial(name))) })),
      ),
    health: () =>
      settings.order.flatMap(name => {
        const vendor = made[name];
        if (!vendor) return [];
        const { failures, until, lastWorkedAt, lastFailedAt } = breakerOf(name).state();
        const unwell = name === 'geetest' && made.geetest?.healthy() !== true;
        const asked = lastWorkedAt !== undefined || lastFailedAt !== undefined;
        const state = unwell ? 'unwell' : until !== undefined ? 'passed-over' : asked ? 'well' : 'unused';
        return {
          name,
          appid: vendor.appid,
          state,
          failures,
          until: until ?? null,
          last_worked_at: lastWorkedAt ?? null,
          last_failed_at: lastFailedAt ?? null,
          last_failure: lastFailures.get(name) ?? null,
        } as const;
      }),
    close: () => made.geetest?.close(),
  };
};
