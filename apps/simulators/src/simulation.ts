/** The state that the simulated vendors share: the clock, the configuration, and what they have recorded. */
import { Challenges } from './captcha/challenges.ts';
import { Conditions } from './conditions.ts';
import type { SimulatorsConfig } from './config.ts';
import { aliyunWindows, botWindows, FlowControl, tencentWindows } from './flow-control.ts';
import { Grants } from './grants.ts';
import { Outbox } from './outbox.ts';

export interface Clock {
  /** The clock of codes, limits and records, in milliseconds since 1970. */
  readonly now: () => number;
  /** The clock that signatures are compared with, in milliseconds since 1970. */
  readonly signatureNow: () => number;
  /** Resolves after a number of milliseconds, for the condition `slow`. */
  readonly wait: (ms: number) => Promise<void>;
}

export interface Simulation extends Clock {
  readonly config: SimulatorsConfig;
  readonly conditions: Conditions;
  readonly outbox: Outbox;
  readonly grants: { readonly wechat: Grants; readonly qq: Grants };
  readonly captcha: Readonly<Record<'geetest' | 'tencent' | 'netease' | 'nextdata' | 'aliyun', Challenges>>;
  readonly flow: {
    readonly aliyunSms: FlowControl;
    readonly aliyunVoice: FlowControl;
    readonly tencentSms: FlowControl;
    readonly tencentVoice: FlowControl;
    readonly bots: FlowControl;
  };
}

export const WECHAT_TOKEN_SECONDS = 7200;
export const QQ_TOKEN_SECONDS = 7_776_000;

export const createSimulation = (config: SimulatorsConfig, clock: Clock): Simulation => ({
  ...clock,
  config,
  conditions: new Conditions(),
  outbox: new Outbox(),
  grants: {
    wechat: new Grants(clock.now, WECHAT_TOKEN_SECONDS * 1000),
    qq: new Grants(clock.now, QQ_TOKEN_SECONDS * 1000),
  },
  captcha: {
    geetest: new Challenges(clock.now),
    tencent: new Challenges(clock.now),
    netease: new Challenges(clock.now),
    nextdata: new Challenges(clock.now),
    aliyun: new Challenges(clock.now),
  },
  flow: {
    aliyunSms: new FlowControl(aliyunWindows),
    aliyunVoice: new FlowControl(aliyunWindows),
    tencentSms: new FlowControl(tencentWindows),
    tencentVoice: new FlowControl(tencentWindows),
    bots: new FlowControl(botWindows),
  },
});

/** Resets everything: conditions, messages, codes, challenges and limits. */
export const resetSimulation = ({ conditions, outbox, grants, captcha, flow }: Simulation): void => {
  const kept = [conditions, outbox, ...[grants, captcha, flow].flatMap(each => Object.values(each))];
  for (const each of kept) each.clear();
};
