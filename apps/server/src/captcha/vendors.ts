/** The vendors that are configured, each with its circuit breaker. */
import type { Logger } from 'pino';
import { refuse } from '../refuse.ts';
import { type Aliyun, createAliyun } from './aliyun.ts';
import { createGeetest, type Geetest } from './geetest.ts';
import { createNetease } from './netease.ts';
import { createNextdata } from './nextdata.ts';
import type { CaptchaSettings, VendorName } from './settings.ts';
import { createTencent, type TencentAnswer } from './tencent.ts';
import { type Breaker, type CaptchaVendor, createBreaker, VendorFault } from './vendor.ts';

export interface Vendors {
  readonly geetest: Geetest | undefined;
  readonly tencent: CaptchaVendor<TencentAnswer> | undefined;
  readonly netease: CaptchaVendor<string> | undefined;
  readonly nextdata: CaptchaVendor<string> | undefined;
  readonly aliyun: Aliyun | undefined;
  /** Whether it is configured and, as far as is known, well. */
  serves(name: VendorName): boolean;
  /**
   * Runs a call to a vendor, and remembers how it went.
   * @throws the refusals CaptchaVendorTimeout, CaptchaVendorConfig and CaptchaVendorError.
   */
  ask<T>(name: VendorName, call: () => Promise<T>): Promise<T>;
  close(): void;
}

const refusals = {
  down: 'CaptchaVendorTimeout',
  config: 'CaptchaVendorConfig',
  answer: 'CaptchaVendorError',
} as const;

export const createVendors = (
  settings: CaptchaSettings,
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
  const breakerOf = (name: VendorName): Breaker => {
    const breaker = breakers.get(name) ?? createBreaker(deps.now);
    breakers.set(name, breaker);
    return breaker;
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
        if (!(error instanceof VendorFault)) throw error;
        deps.log.warn({ vendor: name, reason: error.message }, 'a human-verification vendor did not judge');
        // What a browser makes up says nothing of the vendor.
        if (error.kind !== 'answer') breaker.failed();
        throw refuse(refusals[error.kind]);
      }
    },
    close: () => made.geetest?.close(),
  };
};
