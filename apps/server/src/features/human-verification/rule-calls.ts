/** The calls that say which challenge is shown. */
import { type CaptchaRule, type getCaptchaRule, purposes } from '@rollcall/contract';
import type { Identifier } from '../../platform/identifier.ts';
import type { CheckPid } from '../../identity/pids.ts';
import type { Tickets } from '../../identity/tickets.ts';
import { issueVerification } from '../../identity/verification.ts';
import type { Input } from '../../http/handler.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Altcha } from './altcha.ts';
import type { ChallengeAttempts } from './challenge-attempts.ts';
import { createCounters } from '../../platform/counters.ts';
import type { WindowCounts } from '../../platform/database/window-counts.ts';
import type { Level } from './risk.ts';
import type { ChallengedIdentities } from './challenged-identities.ts';
import type { NamedRecipients } from './named-recipients.ts';
import type { RowBudgets } from './row-budgets.ts';
import type { Rules } from './rules.ts';
import type { VendorName } from './settings.ts';
import type { HumanVerificationVendor } from './vendor.ts';
import type { Vendors } from './vendors.ts';
import { type Requester, deviceName } from './requester.ts';
import type { RiskCounters } from './risk-counters.ts';

/** What a ticket can be for: the purposes of sending, and the sign-in after failures. */
const scenes: ReadonlySet<string> = new Set([...purposes, 'security']);

/** Milliseconds of both counts below. */
export const RULE_WINDOW = 10 * 60_000;
/** Rules that one identity gets at one IP address in that time. */
export const RULES_AT_ONCE = 60;
/** Challenges of one vendor that one identity leaves unfinished at one IP address, until the next vendor's are shown. */
const UNFINISHED = 2;

/** The appid of what is no vendor's, so that X-Captcha-Id goes with every ticket. */
const OWN_APPID = 'rollcall';

/** The main backend has calls for these two only. */
const onMain: readonly VendorName[] = ['geetest', 'tencent'];

export interface RuleCalls {
  tell(
    input: Pick<Input<typeof getCaptchaRule>, 'body' | 'identifier' | 'ip'>,
    main: boolean,
  ): Promise<CaptchaRule>;
  /** The person came to the end of a vendor's challenge, well or not. */
  finished(rule: string, identity: string, ip: string): void;
}

export const createRuleCalls = (deps: {
  readonly now: () => number;
  readonly checkPid: CheckPid;
  readonly tickets: Tickets;
  readonly rules: Rules;
  readonly riskCounters: RiskCounters;
  readonly namedRecipients: NamedRecipients;
  readonly challengedIdentities: ChallengedIdentities;
  readonly rowBudgets: RowBudgets;
  /** Whether so many messages were sent that everybody is asked. */
  readonly isTight: () => Promise<boolean>;
  readonly vendors: Vendors;
  readonly altcha: Altcha;
  readonly attempts: ChallengeAttempts;
  /** Rules by identity and IP address, of all servers, in RULE_WINDOW. */
  readonly given: WindowCounts;
}): RuleCalls => {
  const { tickets, rules, riskCounters, namedRecipients, vendors, altcha, attempts } = deps;
  // Chooses the vendor that is shown, and limits nothing: each server may have its own.
  const unfinished = createCounters(RULE_WINDOW, deps.now);
  const placeOf = (rule: string, identity: string, ip: string) => `${rule} ${identity} ${ip}`;

  /** The first vendor that is well, and whose challenge this person has not left unfinished again and again. */
  const choose = (
    names: readonly VendorName[],
    { identity, ip }: Requester,
  ): HumanVerificationVendor<never> | undefined => {
    for (const name of names) {
      const vendor = vendors[name];
      if (!vendor) continue;
      // Blocked in this browser, perhaps: only the page sees that.
      if (unfinished.count(placeOf(vendor.rule, identity.value, ip)) >= UNFINISHED) continue;
      if (vendors.serves(name)) return vendor;
    }
    return undefined;
  };

  /** Whether the call that sends will ask, though the requester's own counts are low. */
  const isChallenged = async (scene: string, requester: Requester): Promise<boolean> =>
    scene === 'security'
      ? deps.challengedIdentities.has(requester.identity)
      : (await deps.isTight()) || !(await namedRecipients.allows(scene, requester));

  const checkOften = async (identity: Identifier, ip: string): Promise<void> => {
    // Counted by identity and IP address: by the identity alone other people could block its person.
    const [count = 0] = await deps.given.add([placeOf('', identity.value, ip)]);
    if (count > RULES_AT_ONCE) throw refuse('TooManyAttempts', { data: { retry_after: RULE_WINDOW / 1000 } });
  };

  return {
    tell: async ({ body, identifier: identity, ip }, main) => {
      const { scene, pid } = body;
      deps.checkPid(pid);
      if (!scenes.has(scene)) throw refuse('CaptchaRuleError');
      const device = deviceName(body.deviceId);
      await deps.rowBudgets.spend('rules', { ip, device });
      await checkOften(identity, ip);
      const requester = { identity, device, ip };
      const { ask, providers, limits } = await rules.of(scene);
      const counted: Level = ask === 'never' ? 'low' : await riskCounters.level(requester, limits);
      const found =
        counted === 'low' && ask === 'by-risk' && (await isChallenged(scene, requester)) ? 'raised' : counted;
      if (ask === 'never' || (ask === 'by-risk' && found === 'low')) {
        const subject = { scene, identifier: identity, pid };
        return {
          rule: 'DEFAULT',
          appid: OWN_APPID,
          ticket: await issueVerification(tickets, tickets.db, subject, { unasked: true, device }),
        };
      }
      const names = main ? providers.filter(name => onMain.includes(name)) : providers;
      const vendor = choose(names, requester);
      const subject = { scene, identity: identity.value, pid, device };
      if (!vendor) {
        const attempt = await attempts.begin({ ...subject, rule: 'ALTCHA', appid: null });
        // Where a vendor's challenge was passed by, the cheap one is not the way around it.
        const level = names.some(name => vendors[name]) ? 'high' : found === 'low' ? 'raised' : found;
        return { rule: 'ALTCHA', appid: OWN_APPID, attempt, challenge: await altcha.create(attempt, level) };
      }
      unfinished.add(placeOf(vendor.rule, identity.value, ip));
      const { rule, appid, script } = vendor;
      return {
        rule,
        appid,
        attempt: await attempts.begin({ ...subject, rule, appid }),
        ...(script === undefined ? {} : { script }),
        ...(rule === 'ALIYUN' && vendors.aliyun ? { scene: vendors.aliyun.scene } : {}),
      };
    },

    finished: (rule, identity, ip) => unfinished.forget(placeOf(rule, identity, ip)),
  };
};
