/** Counts the requests and failures of each requester, and computes the risk of the next request. */
import { createHash } from 'node:crypto';
import type { Identifier } from '../../platform/identifier.ts';
import { createCounters } from '../../platform/counters.ts';
import { prefixOf } from '../../messages/message-budget.ts';
import { type Level, levelOf, type Signals } from './risk.ts';

const HOUR = 3600 * 1000;
/** Milliseconds after which a failure no longer counts. */
const FAILURE_MEMORY = 15 * 60_000;

/** What is known of the sender of a request. */
export interface Requester {
  readonly identity: Identifier;
  /** From `deviceName`; empty where the browser sent none. */
  readonly device: string;
  readonly ip: string;
}

export interface RiskCounters {
  level(requester: Requester, limits: Signals): Promise<Level>;
  /**
   * Whether the level is low; counts the request if so. Both are one step, so that a burst is treated like requests in
   * sequence. The database is not read where the counts in memory are over the limits.
   */
  admit(requester: Requester, limits: Signals): Promise<boolean>;
  /** Counts a request behind a passed challenge. */
  requested(requester: Requester): void;
  /** Counts a wrong code or verification. */
  failed(requester: Requester): void;
  /** Counts a failure by IP address alone. */
  failedFrom(ip: string): void;
}

/** The digest of a device's fingerprint. */
export const deviceName = (deviceId: string | undefined): string =>
  deviceId ? createHash('sha256').update(deviceId).digest('base64url') : '';

/** Requests from this machine are not counted by IP address. */
const LOOPBACK = /^(?:127\.|::1$)/;

/**
 * @param wrongPasswords how many there were of late at an identity
 * @param now milliseconds since 1970
 */
export const createRiskCounters = (deps: {
  readonly now: () => number;
  readonly wrongPasswords: (identity: Identifier) => Promise<number>;
}): RiskCounters => {
  const requests = createCounters(HOUR, deps.now);
  const failures = createCounters(FAILURE_MEMORY, deps.now);

  const names = ({ identity, device, ip }: Requester) => {
    const prefix = prefixOf(identity.value);
    return {
      identity: `identity ${identity.kind} ${identity.value}`,
      device: device && `device ${device}`,
      address: LOOPBACK.test(ip) ? '' : `address ${ip}`,
      prefix: prefix === undefined ? '' : `prefix ${prefix}`,
    };
  };

  const levelWith = (requester: Requester, limits: Signals, wrongPasswords: number): Level => {
    const { identity, device, address, prefix } = names(requester);
    return levelOf(
      {
        requests: {
          identity: requests.count(identity),
          device: requests.count(device),
          address: requests.count(address),
          prefix: requests.count(prefix),
        },
        failures: {
          identity: failures.count(identity) + wrongPasswords,
          device: failures.count(device),
          address: failures.count(address),
        },
      },
      limits,
    );
  };
  const level: RiskCounters['level'] = async (requester, limits) =>
    levelWith(requester, limits, await deps.wrongPasswords(requester.identity));

  const count = (requester: Requester): void => {
    for (const name of Object.values(names(requester))) if (name) requests.add(name);
  };

  return {
    level,
    admit: async (requester, limits) => {
      if (levelWith(requester, limits, 0) !== 'low') return false;
      const wrongPasswords = await deps.wrongPasswords(requester.identity);
      if (levelWith(requester, limits, wrongPasswords) !== 'low') return false;
      count(requester);
      return true;
    },

    requested: count,

    failed: requester => {
      const { identity, device, address } = names(requester);
      for (const name of [identity, device, address]) if (name) failures.add(name);
    },

    failedFrom: ip => {
      if (!LOOPBACK.test(ip)) failures.add(`address ${ip}`);
    },
  };
};
