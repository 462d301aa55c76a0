/** Counts the requests and failures of each requester, for all servers together, and computes the risk of the next request. */
import type { Kysely } from 'kysely';
import { deriveKey, type Secret } from '../../platform/derive-key.ts';
import type { Identifier } from '../../platform/identifier.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createWindowCounts } from '../../platform/database/window-counts.ts';
import { networkScales } from '../../platform/networks.ts';
import type { RequestCounters } from './request-counters.ts';
import type { Place, Requester } from './requester.ts';
import { type Failures, type Level, levelOf, type Requests, type Signals } from './risk.ts';

/** Milliseconds after which a failure no longer counts. */
const FAILURE_MEMORY = 15 * 60_000;

export interface RiskCounters {
  level(requester: Requester, limits: Signals): Promise<Level>;
  /**
   * Whether the level is low; counts the request if so. Both are one step, so that a burst is treated like requests in
   * sequence.
   */
  admit(requester: Requester, limits: Signals): Promise<boolean>;
  /** Counts a request behind a passed challenge. */
  requested(requester: Requester): Promise<void>;
  /** Counts a wrong code or verification. */
  failed(requester: Requester): Promise<void>;
  /** Counts a failure by IP address and device alone. */
  failedFrom(place: Place): Promise<void>;
  /** Failures of an IP address and of a device, as their limits count them. */
  failuresFrom(place: Place): Promise<Omit<Failures, 'identity'>>;
}

const ipNames = (ip: string): string[] => networkScales(ip).map(({ name }) => `address ${name}`);

/** The failures of an IP address: the most of its networks, each by the scale of its limit. */
const ofIp = (ip: string, counts: readonly number[]): number =>
  Math.max(0, ...networkScales(ip).map(({ scale }, at) => Math.floor((counts[at] ?? 0) / scale)));

/** Device (empty where there is none), networks. */
const placeNames = ({ device, ip }: Place): string[] => [device && `device ${device}`, ...ipNames(ip)];

/** Identity, device (empty where there is none), networks. */
const failureNames = ({ identity, device, ip }: Requester): string[] => [
  `identity ${identity.kind} ${identity.value}`,
  ...placeNames({ device, ip }),
];

/**
 * @param wrongPasswords how many there were of late at an identity
 * @param now milliseconds since 1970
 */
export const createRiskCounters = (deps: {
  readonly db: Kysely<Database>;
  readonly secret: Secret;
  readonly now: () => number;
  readonly wrongPasswords: (identity: Identifier) => Promise<number>;
  readonly requests: RequestCounters;
}): RiskCounters => {
  const { db, now, requests, wrongPasswords } = deps;
  const key = deriveKey(deps.secret, 'window counts');
  const failures = createWindowCounts({ db, now, key, use: 'failures', windowMs: FAILURE_MEMORY });

  const failuresOf = async (requester: Requester): Promise<Failures> => {
    const [[identity = 0, device = 0, ...address], wrong] = await Promise.all([
      failures.count(failureNames(requester)),
      wrongPasswords(requester.identity),
    ]);
    return { identity: identity + wrong, device, address: ofIp(requester.ip, address) };
  };

  return {
    level: async (requester, limits) => {
      const [requested, failed] = await Promise.all([requests.counts(requester), failuresOf(requester)]);
      return levelOf({ requests: requested, failures: failed }, limits);
    },

    admit: async (requester, limits) => {
      const failed = await failuresOf(requester);
      if (levelOf({ requests: NONE, failures: failed }, limits) !== 'low') return false;
      return requests.admit(requester, limits.requests);
    },

    requested: requester => requests.add(requester),

    failed: async requester => {
      await failures.add(failureNames(requester));
    },

    failedFrom: async place => {
      await failures.add(placeNames(place));
    },

    failuresFrom: async place => {
      const [device = 0, ...address] = await failures.count(placeNames(place));
      return { device, address: ofIp(place.ip, address) };
    },
  };
};

const NONE: Requests = { identity: 0, device: 0, address: 0, prefix: 0 };
