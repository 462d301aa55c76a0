import type { WireFacts } from '@rollcall/contract';
import type { Grants } from './consent.ts';
import type { Outside } from './outside.ts';

const BOT = /bot|crawl|spider|headless|lighthouse/i;
const VERSION = '0.1.0';
const factKinds = ['app', 'user', 'device'] as const;

/** What was known when an event was recorded, and the consents that it was recorded under. */
export interface Facts {
  readonly grants: Grants;
  readonly app?: WireFacts;
  readonly user?: WireFacts;
  device?: WireFacts;
}

/** Whether what was recorded under consent to a kind may be sent now: the grant is still the same. */
export const permitted = (facts: Pick<Facts, 'grants'>, now: Grants, kind: keyof Grants): boolean =>
  !!now[kind] && now[kind][2] === facts.grants[kind]?.[2];

/** Those facts that may be sent now, as JSON. */
export const sendable = (facts: Facts, now: Grants): string =>
  JSON.stringify(Object.assign({}, ...factKinds.map(kind => permitted(facts, now, kind) && facts[kind])));

/**
 * Gathers the facts of this moment; each only with consent of its kind.
 *
 * @param device makes or finds the device's uuid
 */
export const gather = (
  { navigator, screen, devicePixelRatio }: Outside,
  grants: Grants,
  process: string,
  user: string | undefined,
  ip: string | null | undefined,
  device: () => string,
): Facts => {
  const { userAgent, language, hardwareConcurrency, webdriver, platform, connection } = navigator;
  return {
    grants,
    ...(grants.app && { app: { pi: process, lv: VERSION } }),
    ...(grants.user && user && { user: { u: user } }),
    ...(grants.device && {
      device: {
        pf: platform,
        l: language,
        ua: userAgent.slice(0, 300),
        nt: connection?.effectiveType,
        dn: devicePixelRatio,
        cpu: hardwareConcurrency,
        rs: `${screen.width}x${screen.height}`,
        d: device(),
        ip: ip ?? undefined,
        bot: webdriver || BOT.test(userAgent) ? 1 : undefined,
      } as WireFacts,
    }),
  };
};
