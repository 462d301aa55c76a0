/** When people have to be verified, and how the vendors are. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { ConsoleCall } from './call.ts';
import { captchaAsks, captchaScenes, captchaVendors } from './rules.ts';
import { maybeText, maybeTime, text } from './page.ts';

const scene = v.picklist(captchaScenes);
const ask = v.picklist(captchaAsks);

/** The first count that is not a low risk any more; absent: the built-in one. */
const limit = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)));
/** Requests in an hour, failures in 15 minutes, by what they are counted. */
const limits = v.object({
  requests: v.optional(v.object({ identity: limit, device: limit, address: limit, prefix: limit })),
  failures: v.optional(v.object({ identity: limit, device: limit, address: limit })),
});
/** Null: without a limit. */
const inForce = v.nullable(v.number());

const captchaRule = v.object({
  scene,
  /** Whether it was set here; else it follows `*`, or is built in. */
  own: v.boolean(),
  ask,
  /** Vendors in the order they are tried; null: the order of the configuration. */
  providers: v.nullable(v.array(text)),
  /** What was set over the built-in counts. */
  limits,
  /** What counts in the end. */
  in_force: v.object({
    requests: v.object({
      identity: inForce,
      device: inForce,
      address: inForce,
      prefix: inForce,
    }),
    failures: v.object({ identity: inForce, device: inForce, address: inForce }),
  }),
  changed_at: maybeTime,
});
export type CaptchaRuleOfScene = v.InferOutput<typeof captchaRule>;

export const listCaptchaRules = {
  summary: 'The rule of each scene, and which vendors are configured.',
  method: 'GET',
  path: '/console/v1/captcha/rules',
  role: 'viewer',
  answer: v.object({
    rules: v.array(captchaRule),
    vendors: v.array(text),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const setCaptchaRule = {
  summary: "Sets a scene's rule; it counts within ten seconds.",
  method: 'PUT',
  path: '/console/v1/captcha/rule',
  role: 'admin',
  act: 'human-verification.set-rule',
  body: v.object({
    scene,
    ask,
    providers: v.nullable(
      v.pipe(
        v.array(v.picklist(captchaVendors)),
        v.maxLength(captchaVendors.length),
        v.check(names => new Set(names).size === names.length),
      ),
    ),
    limits,
  }),
  answer: done,
  refusals: [],
} as const satisfies ConsoleCall;

export const resetCaptchaRule = {
  summary: "Takes a scene's own rule away.",
  method: 'POST',
  path: '/console/v1/captcha/rule/reset',
  role: 'admin',
  act: 'human-verification.reset-rule',
  body: v.object({ scene }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const captchaVendorHealth = v.object({
  name: text,
  /** The site's public id with the vendor. */
  appid: text,
  /** well: people are sent there. passed-over: it failed too often, until `until`. unwell: the vendor says so itself. */
  state: v.picklist(['well', 'passed-over', 'unwell']),
  /** Failures in a row. */
  failures: v.number(),
  until: maybeTime,
  last_worked_at: maybeTime,
  last_failed_at: maybeTime,
  /** A code, never what was sent. */
  last_failure: maybeText,
});

export const getCaptchaHealth = {
  summary: 'How each configured vendor is, as this server sees it, in the order they are tried.',
  method: 'GET',
  path: '/console/v1/captcha/health',
  role: 'viewer',
  answer: v.array(captchaVendorHealth),
  refusals: [],
} as const satisfies ConsoleCall;

export const captchaConsoleCalls = {
  listCaptchaRules,
  setCaptchaRule,
  resetCaptchaRule,
  getCaptchaHealth,
} as const satisfies Record<string, ConsoleCall>;
