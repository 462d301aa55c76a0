/** The rules of human verification, and the health of its vendors. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import type { ConsoleCall } from './call.ts';
import { verificationPolicies, verificationScenes, verificationVendors } from './rules.ts';
import { count, maybeText, maybeTime, moment, text, time } from './page.ts';

const scene = v.picklist(verificationScenes);
const ask = v.picklist(verificationPolicies);

/** The count from which the risk is not low. Absent: the built-in one. */
const limit = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)));
/** Limits of requests in an hour and of failures in 15 minutes, by identifier, device, IP address and prefix. */
const limits = v.object({
  requests: v.optional(v.object({ identity: limit, device: limit, address: limit, prefix: limit })),
  failures: v.optional(v.object({ identity: limit, device: limit, address: limit })),
});
/** Null: no limit. */
const inForce = v.nullable(v.number());

const verificationRule = v.object({
  scene,
  /** Whether the scene has its own rule; else `*` or the built-in rule applies. */
  own: v.boolean(),
  ask,
  /** Vendors, in the order in which they are tried; null: the order of the configuration. */
  providers: v.nullable(v.array(text)),
  /** The limits that were set. */
  limits,
  /** The limits that apply. */
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
export type VerificationRule = v.InferOutput<typeof verificationRule>;

export const listVerificationRules = {
  summary: 'The rule of each scene, and which vendors are configured.',
  method: 'GET',
  path: '/console/v1/captcha/rules',
  role: 'viewer',
  answer: v.object({
    rules: v.array(verificationRule),
    vendors: v.array(text),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const setVerificationRule = {
  summary: "Sets a scene's rule. It applies within ten seconds.",
  method: 'PUT',
  path: '/console/v1/captcha/rule',
  role: 'admin',
  act: 'human-verification.set-rule',
  proof: true,
  body: v.object({
    scene,
    ask,
    providers: v.nullable(
      v.pipe(
        v.array(v.picklist(verificationVendors)),
        v.maxLength(verificationVendors.length),
        v.check(names => new Set(names).size === names.length),
      ),
    ),
    limits,
  }),
  answer: done,
  refusals: [],
} as const satisfies ConsoleCall;

export const resetVerificationRule = {
  summary: "Deletes a scene's own rule.",
  method: 'POST',
  path: '/console/v1/captcha/rule/reset',
  role: 'admin',
  act: 'human-verification.reset-rule',
  proof: true,
  body: v.object({ scene }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const vendorHealth = v.object({
  name: text,
  /** This site's public id with the vendor. */
  appid: text,
  /** unused: not asked since this server's start. well: in use. passed-over: not used until `until` after repeated failures. unwell: the vendor reports a failure. */
  state: v.picklist(['unused', 'well', 'passed-over', 'unwell']),
  /** Consecutive failures. */
  failures: v.number(),
  until: maybeTime,
  last_worked_at: maybeTime,
  last_failed_at: maybeTime,
  /** An error code, never personal data. */
  last_failure: maybeText,
});

export const getVerificationHealth = {
  summary: 'The state of each configured vendor on this server, in the order in which they are tried.',
  method: 'GET',
  path: '/console/v1/captcha/health',
  role: 'viewer',
  answer: v.array(vendorHealth),
  refusals: [],
} as const satisfies ConsoleCall;

export const getVerificationCounts = {
  summary: 'How challenges ended, by provider and hour; 31 days at most.',
  method: 'GET',
  path: '/console/v1/captcha/counts',
  role: 'viewer',
  query: v.object({
    /** Absent: 24 hours before `to`. */
    from: v.optional(moment),
    /** Exclusive; absent: now. */
    to: v.optional(moment),
  }),
  answer: v.object({
    from: time,
    to: time,
    rows: v.array(
      v.object({
        /** The beginning of the hour. */
        hour: time,
        /** `GEETEST` …; `ALTCHA`: the built-in challenge. */
        provider: text,
        passed: count,
        failed: count,
        /** Neither: the provider did not judge. */
        unjudged: count,
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

/** The console's calls about human verification. */
export const humanVerificationConsoleCalls = {
  listVerificationRules,
  setVerificationRule,
  resetVerificationRule,
  getVerificationHealth,
  getVerificationCounts,
} as const satisfies Record<string, ConsoleCall>;
