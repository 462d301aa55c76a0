/** The condition of each simulated vendor: working, or one of the faults that the real vendor has. */
import { aliyunSmsErrors, aliyunVoiceErrors } from './aliyun/errors.ts';
import { captchaPoints } from './captcha/points.ts';
import { botErrors } from './group-bot-errors.ts';
import { qqErrors } from './qq-errors.ts';
import { tencentSmsErrors, tencentVoiceErrors } from './tencent/errors.ts';
import { wechatErrors } from './wechat-errors.ts';

export const modes = ['pass', 'fail', 'close', 'slow', 'down', 'error'] as const;
/**
 * pass: works. fail: the vendor's most common refusal. close: a challenge closes itself, as if a person had closed it.
 * slow: a correct but late answer. down: the connection is cut, or with `code` 502, 503 or 504 a gateway's page is sent.
 * error: the documented error `code`.
 */
export type Mode = (typeof modes)[number];

export interface Condition {
  readonly mode: Mode;
  readonly code?: string;
  readonly delayMs: number;
}

export const DEFAULT_DELAY_MS = 3000;
export const MAX_DELAY_MS = 120_000;
export const gatewayCodes = ['502', '503', '504'] as const;

export const vendors = {
  wechat: { title: 'WeChat', errors: wechatErrors, refusal: '40029' },
  qq: { title: 'QQ', errors: qqErrors, refusal: '100019' },
  'aliyun-sms': { title: 'Aliyun SMS', errors: aliyunSmsErrors, refusal: 'isv.OUT_OF_SERVICE' },
  'aliyun-voice': { title: 'Aliyun voice', errors: aliyunVoiceErrors, refusal: 'isv.OUT_OF_SERVICE' },
  'tencent-sms': {
    title: 'Tencent SMS',
    errors: tencentSmsErrors,
    refusal: 'FailedOperation.InsufficientBalanceInSmsPackage',
  },
  'tencent-voice': {
    title: 'Tencent voice',
    errors: tencentVoiceErrors,
    refusal: 'FailedOperation.InsufficientBalanceInVoicePackage',
  },
  dingtalk: { title: 'DingTalk bot', errors: botErrors.dingtalk.errors, refusal: '310000' },
  feishu: { title: 'Feishu bot', errors: botErrors.feishu.errors, refusal: '19024' },
  wecom: { title: 'WeCom bot', errors: botErrors.wecom.errors, refusal: '93000' },
  ...captchaPoints,
} as const;

export type VendorName = keyof typeof vendors;
export const vendorNames = Object.keys(vendors) as VendorName[];

/** The properties of every vendor. */
export interface Vendor {
  readonly title: string;
  readonly errors: Readonly<Record<string, string | { readonly message: string }>>;
  /** The most common refusal, one of the errors; absent if `fail` has another effect. */
  readonly refusal?: string;
  /** Whether the mode `close` has an effect. */
  readonly closes?: true;
}
export const vendorOf = (name: VendorName): Vendor => vendors[name];

/** The modes that have an effect on a vendor. */
export const modesOf = (name: VendorName): Mode[] => {
  const { errors, closes } = vendorOf(name);
  return modes.filter(mode =>
    mode === 'close' ? closes === true : mode !== 'error' || Object.keys(errors).length > 0,
  );
};

/**
 * A name stands for all names that begin with it: `aliyun` and `tencent` for both of their message services,
 * `captcha-geetest` for every point of that vendor, `captcha` for all of human verification.
 */
export const vendorsNamed = (name: string): VendorName[] =>
  vendorNames.filter(vendor => vendor === name || vendor.startsWith(`${name}-`));

const wellCondition: Condition = { mode: 'pass', delayMs: DEFAULT_DELAY_MS };

/**
 * Checks a condition of a request.
 *
 * @param delayMs milliseconds, for `slow`
 * @returns the condition, or an error message
 */
export const checkCondition = (
  vendor: VendorName,
  mode: unknown,
  code: unknown,
  delayMs: unknown,
): Condition | string => {
  const possible = modesOf(vendor);
  if (!possible.includes(mode as Mode)) return `mode: ${vendor}: expected one of ${possible.join(', ')}`;
  const delay = delayMs === undefined || delayMs === '' ? DEFAULT_DELAY_MS : Number(delayMs);
  if (!Number.isInteger(delay) || delay < 0 || delay > MAX_DELAY_MS) {
    return `delay_ms: expected milliseconds from 0 to ${MAX_DELAY_MS}`;
  }
  const condition: Condition = { mode: mode as Mode, delayMs: delay };
  if (code !== undefined && typeof code !== 'string' && typeof code !== 'number') {
    return 'code: expected a string or a number';
  }
  const given = code === undefined || code === '' ? undefined : String(code);
  if (mode === 'error') {
    const { errors } = vendorOf(vendor);
    if (given === undefined || !Object.hasOwn(errors, given)) {
      return `code: expected a documented error of ${vendor}: ${Object.keys(errors).join(', ')}`;
    }
    return { ...condition, code: given };
  }
  if (mode === 'down' && given !== undefined) {
    if (!gatewayCodes.some(known => known === given))
      return `code: expected ${gatewayCodes.join(', ')} or nothing`;
    return { ...condition, code: given };
  }
  return condition;
};

/** The conditions of all vendors, `pass` at first. */
export class Conditions {
  readonly #conditions = new Map<VendorName, Condition>();

  of(vendor: VendorName): Condition {
    return this.#conditions.get(vendor) ?? wellCondition;
  }

  set(vendor: VendorName, condition: Condition): void {
    this.#conditions.set(vendor, condition);
  }

  clear(): void {
    this.#conditions.clear();
  }
}

/** The documented error of a condition; undefined if it has none. */
export const errorOf = (vendor: VendorName, { mode, code }: Condition): string | undefined => {
  if (mode === 'fail') return vendorOf(vendor).refusal;
  return mode === 'error' ? code : undefined;
};
