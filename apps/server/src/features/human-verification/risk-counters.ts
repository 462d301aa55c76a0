/** Counts the requests and failures of each requester, and computes the risk of the next request. */
import { createHash } from 'node:crypto';
import type { Identifier } from '../../platform/identifier.ts';
import { createCounters } from '../../platform/counters.ts';
import type { NetworksOf } from '../../platform/networks.ts';
import type { RequestCounters } from './request-counters.ts';
import { type Failures, type Level, levelOf, type Requests, type Signals } from './risk.ts';

/** Milliseconds after which a failure no longer counts. */
const FAILURE_MEMORY = 15 * 60_000;

/** What is known of the sender of a request. */
export interface Requester {
  readonly identity: Identifier;
  /** From `deviceName`; empty where the browser sent none. */
  readonly device: string;
  readonly ip: string;
  /** The account that asks, where it is signed in. */
  readonly accountId?: string | undefined;
}

export interface RiskCounters {
  level(requester: Requester, limits: Signals): Promise<Level>;
  /**
   * Whether the level is low; counts the request if so. Both are one step, so that a burst is treated like requests in
   * sequence. The database is not read where the counts in memory are over the limits.
   */
  admit(requester: Requester, limits: Signals): Promise<boolean>;
  /** Counts a request behind a passed challenge. */
  requested(requester: Requester): Promise<void>;
  /** Counts a wrong code or verification. */
  failed(requester: Requester): void;
  /** Counts a failure by IP address alone. */
  failedFrom(ip: string): void;
}

/** The digest of a device's fingerprint. */
export const deviceName = (deviceId: string | undefined): string =>
  deviceId ? createHash('sha256').update(deviceId).digest('base64url') : '';

/**
 * @param wrongPasswords how many there were of late at an identity
 * @param now milliseconds since 1970
 */
export const createRiskCounters = (deps: {
  readonly now: () => number;
  readonly wrongPasswords: (identity: Identifier) => Promise<number>;
  readonly requests: RequestCounters;
  readonly networksOf: NetworksOf;
}): RiskCounters => {
  const { requests, networksOf } = deps;
  const addressNames = (ip: string): string[] => networksOf(ip).map(({ name }) => `address ${name}`);
  const failures = createCounters(FAILURE_MEMORY, deps.now);
  const failureNames = ({ identity, device, ip }: Requester): string[] => [
    `identity ${identity.kind} ${identity.value}`,
    ...(device === '' ? [] : [`device ${device}`]),
    ...addressNames(ip),
  ];
  const failuresOf = ({ identity, device, ip }: Requester): Failures => ({
    identity: failures.count(`identity ${identity.kind} ${identity.value}`),
    device: device === '' ? 0 : failures.count(`device ${device}`),
    address: Math.max(
      0,
      ...networksOf(ip).map(({ name, scale }) => Math.floor(failures.count(`address ${name}`) / scale)),
    ),
  });

  const level: RiskCounters['level'] = async (requester, limits) => {
    const failed = failuresOf(requester);
    const wrongPasswords = await deps.wrongPasswords(requester.identity);
    const signals = {
      requests: await requests.counts(requester),
      failures: { ...failed, identity: failed.identity + wrongPasswords },
    };
    return levelOf(signals, limits);
  };

  return {
    level,
    admit: async (requester, limits) => {
      const failed = failuresOf(requester);
      if (levelOf({ requests: NONE, failures: failed }, limits) !== 'low') return false;
      const wrongPasswords = await deps.wrongPasswords(requester.identity);
      const all = { ...failed, identity: failed.identity + wrongPasswords };
      if (levelOf({ requests: NONE, failures: all }, limits) !== 'low') return false;
      return requests.admit(requester, limits.requests);
    },

    requested: requester => requests.add(requester),

    failed: requester => {
      for (const name of failureNames(requester)) failures.add(name);
    },

    failedFrom: ip => {
      for (const name of addressNames(ip)) failures.add(name);
    },
  };
};

const NONE: Requests = { identity: 0, device: 0, address: 0, prefix: 0 };
