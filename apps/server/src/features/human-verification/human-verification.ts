/** Human verification: its calls, and the guard of the account calls. */
import type { MessageBudget } from '../../messages/message-budget.ts';
import { createChallengedIdentities } from './challenged-identities.ts';
import { createChallengeCounter } from './metrics.ts';
import { createNamedRecipients } from './named-recipients.ts';
import { createRequestCounters } from './request-counters.ts';
import { createHash } from 'node:crypto';
import type * as contract from '@rollcall/contract';
import { createPasswordObstacles } from '../../identity/password-obstacles.ts';
import { type Identifier, readIdentity } from '../../platform/identifier.ts';
import { createWindowCounts } from '../../platform/database/window-counts.ts';
import { deriveKey, deriveKeys, type Secret } from '../../platform/derive-key.ts';
import { createCheckPid } from '../../identity/pids.ts';
import { createTickets } from '../../identity/tickets.ts';
import {
  issueVerification,
  type OnVerificationRefused,
  type Verification,
} from '../../identity/verification.ts';
import type { AppContext } from '../../http/context.ts';
import type { Feature } from '../../http/feature.ts';
import type { CodeSettings } from '../../messages/settings.ts';
import { verificationConsoleHandlers, type VerificationConsoleHandlers } from './console.ts';
import { verificationSources } from './csp-sources.ts';
import type { HumanVerificationSettings } from './settings.ts';
import type { Handler, Input } from '../../http/handler.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { createAltcha } from './altcha.ts';
import { createAttemptCookie } from './attempt-cookie.ts';
import { type AttemptSubject, createChallengeAttempts } from './challenge-attempts.ts';
import { createGuard } from './guard.ts';
import { defaultLimits } from './risk.ts';
import { createRuleCalls, RULE_WINDOW } from './rule-calls.ts';
import { createRowBudgets } from './row-budgets.ts';
import { createRules, type SceneRule } from './rules.ts';
import type { VendorName } from './settings.ts';
import type { HumanVerificationVendor } from './vendor.ts';
import { createVendors, type Vendors } from './vendors.ts';
import { countFailures } from './failures.ts';
import { createRiskCounters } from './risk-counters.ts';

type HumanVerificationRows = Pick<
  typeof contract,
  | 'getCaptchaRule'
  | 'getGraphRule'
  | 'registerGeetest'
  | 'registerSlide'
  | 'checkGeetest'
  | 'getGeetestTicket'
  | 'checkTencent'
  | 'getWaterproofWallTicket'
  | 'checkNetease'
  | 'checkNextdata'
  | 'checkAliyun'
  | 'checkAltcha'
>;
export type HumanVerificationCall = keyof HumanVerificationRows;
export type HumanVerificationHandlers = {
  readonly [N in HumanVerificationCall]: Handler<HumanVerificationRows[N]>;
};

export interface HumanVerification extends Feature {
  readonly handlers: HumanVerificationHandlers;
  /** For the account calls. */
  readonly verification: Verification;
  /** Asks each configured vendor whether it accepts the keys. */
  readonly tryVendors: Vendors['tryAll'];
  /** The console's calls about rules and vendors. */
  readonly consoleHandlers: VerificationConsoleHandlers;
}

/** What the human verification needs of the application. */
export interface HumanVerificationApp extends AppContext {
  readonly messageBudget: Pick<MessageBudget, 'isTight'>;
  /** Called for a challenge that was not passed, be it by the vendor's failure. */
  readonly onRefused?: OnVerificationRefused;
  /** Called with provider and outcome of each challenge that was judged, or should have been. */
  readonly onJudged?: (provider: string, outcome: string) => void;
  readonly config: {
    readonly secret: Secret;
    /** The public URL: over https cookies are Secure. */
    readonly issuer: string;
    /** The pids that are served; undefined: any well-formed one. */
    readonly pids: readonly string[] | undefined;
    readonly humanVerification: HumanVerificationSettings;
    readonly codes: Pick<CodeSettings, 'prefixLimit' | 'namedLimit'>;
  };
}

type CallInput<C extends contract.Call> = Pick<Input<C>, 'body' | 'ip' | 'header'>;

type RuleInput = Pick<
  Input<typeof contract.getCaptchaRule>,
  'body' | 'identifier' | 'ip' | 'setCookie' | 'header'
>;

/** What the exchange of a vendor's result needs of a call. */
interface Exchanged extends Pick<Input, 'ip' | 'header'> {
  /** As the body names it; undefined: the cookie's. */
  readonly attempt?: string | undefined;
  readonly appid: string;
}

/** A share of a prefix's messages that goes out before people are asked; the rest needs a ticket for each. */
const OPEN_PREFIX_SHARE = 0.5;

export const createHumanVerification = (app: HumanVerificationApp): HumanVerification => {
  const { config, db, now, log } = app;
  const { secret } = config;
  const tickets = createTickets({ db, now, secret });
  const attempts = createChallengeAttempts(tickets);
  const counter = createChallengeCounter(app.onJudged);
  const attemptCookie = createAttemptCookie(config.issuer.startsWith('https:'));
  const vendors = createVendors(config.humanVerification, { now, log });
  const obstaclesOf = createPasswordObstacles({ db, now, secret });
  const riskCounters = createRiskCounters({
    db,
    secret,
    now,
    wrongPasswords: async (identity: Identifier) => (await obstaclesOf(identity)).failures,
    requests: createRequestCounters({ db, now }),
  });
  const { codes } = config;
  const namedRecipients = createNamedRecipients({ db, now, secret, limit: () => codes.namedLimit });
  const challengedIdentities = createChallengedIdentities({ db, now, secret });
  const rowBudgets = createRowBudgets({ db, now });
  const isTight = () => app.messageBudget.isTight(now());
  const prefixNow = () =>
    codes.prefixLimit === 0 ? Number.POSITIVE_INFINITY : Math.max(1, codes.prefixLimit * OPEN_PREFIX_SHARE);
  const basis = (): SceneRule => ({
    ask: 'by-risk',
    providers: config.humanVerification.order,
    limits: { ...defaultLimits, requests: { ...defaultLimits.requests, prefix: prefixNow() } },
  });
  const rules = createRules({ db, now, log, basis });
  const altcha = createAltcha(deriveKeys(secret, 'captcha'));
  const ruleCalls = createRuleCalls({
    now,
    checkPid: createCheckPid(config.pids),
    tickets,
    rules,
    riskCounters,
    namedRecipients,
    challengedIdentities,
    rowBudgets,
    isTight,
    vendors,
    altcha,
    attempts,
    given: createWindowCounts({
      db,
      now,
      key: deriveKey(secret, 'window counts'),
      use: 'rules',
      windowMs: RULE_WINDOW,
    }),
  });

  /** Runs what decides about an attempt, and tells of a refusal, which names who was refused before which challenge. */
  const decide = async <T>(
    { rule, identity }: AttemptSubject,
    ip: string,
    run: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Refusal)
        app.onRefused?.({ identifier: readIdentity(identity), rule, refusal: error.refusal, ip });
      throw error;
    }
  };

  /** Judges, and exchanges a pass for a ticket; the attempt is used up by the first try. */
  const conclude = async (subject: AttemptSubject, ip: string, judge: () => Promise<boolean>) => {
    const { scene, identity, pid, device, appid } = subject;
    const identifier = readIdentity(identity);
    const passed = await counter.count(subject.rule, judge);
    ruleCalls.finished(subject.rule, identity, ip);
    if (!passed) {
      await riskCounters.failed({ identity: identifier, device, ip });
      throw refuse('CaptchaFailed');
    }
    // GeeTest's answer alone has an appid (section 3), which X-Captcha-Id then repeats.
    const given = subject.rule === 'GEETEST' && appid !== null ? { captchaId: appid } : {};
    const ticket = await issueVerification(tickets, db, { scene, identifier, pid }, { device, ...given });
    return { ticket, ...(given.captchaId === undefined ? {} : { appid: given.captchaId }) };
  };

  /** Who is verified, in the vendor's books: a name that tells nothing. */
  const passer = (attempt: string | undefined, ip: string) => ({
    ip,
    name: deriveName(attempt ?? ''),
  });

  const exchange = async <A>(
    name: VendorName,
    vendor: HumanVerificationVendor<A> | undefined,
    { attempt: named, appid, ip, header }: Exchanged,
    answerOf: (subject: AttemptSubject) => A,
  ) => {
    if (vendor?.appid !== appid) throw refuse('CaptchaVendorConfig');
    const attempt = attemptCookie.attemptOf({ header }, named);
    const subject = await attempts.take(attempt, vendor.rule, appid);
    return decide(subject, ip, () =>
      conclude(subject, ip, () =>
        vendors.ask(name, () => vendor.check(answerOf(subject), passer(attempt, ip))),
      ),
    );
  };

  const registerSlide = async ({ body, ip, header }: CallInput<typeof contract.registerGeetest>) => {
    const { geetest } = vendors;
    const { appid } = body;
    if (geetest?.appid !== appid) throw refuse('CaptchaVendorConfig');
    const attempt = attemptCookie.attemptOf({ header }, body.attempt);
    const subject = await attempts.look(attempt, 'GEETEST', appid);
    const challenge = await decide(subject, ip, () =>
      vendors.ask('geetest', () => geetest.register(passer(attempt, ip))),
    );
    await attempts.change(attempt ?? '', { ...subject, geetest: challenge });
    return {
      gt: geetest.appid,
      challenge: challenge.challenge,
      success: challenge.success,
      new_captcha: true,
    };
  };

  const geetestTicket = ({ body, ip, header }: CallInput<typeof contract.checkGeetest>) => {
    const { attempt, appid, ...given } = body;
    return exchange('geetest', vendors.geetest, { attempt, appid, ip, header }, ({ geetest: kept }) => {
      // No challenge was taken for it.
      if (!kept) throw refuse('CaptchaRuleError');
      return { kept, given };
    });
  };

  const tencentTicket = ({ body, ip, header }: CallInput<typeof contract.checkTencent>) =>
    exchange('tencent', vendors.tencent, { ...body, ip, header }, () => body);

  /** The rule, with its attempt in the cookie; in the answer, too, where the browser may keep no cookie of ours. */
  const tellRule = async (input: RuleInput, main: boolean) => {
    const { attempt, ...rule } = await ruleCalls.tell(input, main);
    if (attempt === undefined) return rule;
    attemptCookie.set(input, attempt);
    return attemptCookie.mayBeRefused(input) ? { ...rule, attempt } : rule;
  };

  return {
    handlers: {
      getCaptchaRule: input => tellRule(input, false),
      getGraphRule: input => tellRule(input, true),
      registerGeetest: registerSlide,
      registerSlide,
      checkGeetest: geetestTicket,
      getGeetestTicket: geetestTicket,
      checkTencent: tencentTicket,
      getWaterproofWallTicket: tencentTicket,
      checkNetease: ({ body, ip, header }) =>
        exchange('netease', vendors.netease, { ...body, ip, header }, () => body.validate),
      checkNextdata: ({ body, ip, header }) =>
        exchange('nextdata', vendors.nextdata, { ...body, ip, header }, () => body.rid),
      checkAliyun: ({ body, ip, header }) =>
        exchange('aliyun', vendors.aliyun, { ...body, appid: body.appKey, ip, header }, () => body),
      checkAltcha: async ({ body, ip, header }) => {
        const { attempt: named, ...answer } = body;
        const isIt = (one: string) => altcha.isOf(answer.challenge, one);
        const attempt = attemptCookie.attemptOf({ header }, named, isIt) ?? '';
        const subject = await attempts.take(attempt, 'ALTCHA', null);
        return decide(subject, ip, () => conclude(subject, ip, () => altcha.check(answer, attempt)));
      },
    },
    verification: createGuard({
      tickets,
      rules,
      riskCounters,
      namedRecipients,
      challengedIdentities,
      rowBudgets,
      isTight,
    }),
    onCallEnd: countFailures(riskCounters),
    addMetrics: counter.addMetrics,
    tryVendors: () => vendors.tryAll(),
    consoleHandlers: verificationConsoleHandlers({ db, now, basis, health: () => vendors.health() }),
    cspSources: verificationSources(config.humanVerification),
    close: async () => vendors.close(),
  };
};

const deriveName = (attempt: string): string =>
  createHash('sha256').update(attempt).digest('hex').slice(0, 32);
