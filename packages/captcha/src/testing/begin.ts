/** For tests: starts a verification and brings it to a given step. */
import { vi } from 'vitest';
import { type VerifyOptions, verify } from '../verify.ts';
import { answerScript, settle } from './browser.ts';
import { type FakeServer, success } from './server.ts';
import type { Vendor } from './vendors.ts';

export interface StartOptions {
  readonly more?: Partial<VerifyOptions>;
  /** Added to the rule's answer. */
  readonly rule?: object;
}

/** Starts a verification: the rule is answered, and the vendor's script is loading. */
export const start = async (server: FakeServer, vendor: Vendor, { more, rule }: StartOptions = {}) => {
  const answer = success({ rule: vendor.rule, appid: 'app', attempt: 'at1', ...rule });
  server.on('/captcha/rule/v3', answer).on('/tiger/captcha/graph/rule', answer);
  for (const [path, given] of Object.entries(vendor.calls ?? {})) server.on(path, given);
  const ticket = success({ ticket: 'tk', appid: 'cid' });
  server.on(vendor.exchange, ticket);
  if (vendor.exchangeOnMain) server.on(vendor.exchangeOnMain, ticket);
  const outcome = verify({
    pid: 'school',
    product_code: 7,
    platform: 'web',
    identity: '13800000000',
    scene: 'register',
    createRequest: server.createRequest,
    ...more,
  });
  /** Called when the outcome settles. */
  const settled = vi.fn<(value: unknown) => void>();
  outcome.then(settled, settled);
  await settle();
  return { outcome, settled };
};

/** Starts a verification and brings it to the vendor's visible challenge. */
export const challenged = async (server: FakeServer, vendor: Vendor, options?: StartOptions) => {
  const started = await start(server, vendor, options);
  const { stage, begin } = vendor.install();
  answerScript('load');
  await settle();
  begin();
  stage.ready?.();
  await settle();
  return { ...started, stage };
};

/** The fake vendor of a rule. */
export const vendorOf = (all: readonly Vendor[], rule: string): Vendor => {
  const found = all.find(vendor => vendor.rule === rule);
  if (!found) throw new Error(`no fake speaks ${rule}`);
  return found;
};
