/** Watches who asks for what and fails at what, and tells the risk of the next request. */
import { createHash } from 'node:crypto';
import type { Identifier } from '../../platform/identifier.ts';
import { createCounters } from '../../platform/counters.ts';
import { prefixOf } from '../../messages/message-budget.ts';
import { type Level, levelOf, type Signals } from './risk.ts';

const HOUR = 3600 * 1000;
/** Milliseconds after which a failure is over. */
const FAILURE_MEMORY = 15 * 60_000;

/** Who asks, as far as it is known. */
export interface Asker {
  readonly identity: Identifier;
  /** From `deviceName`; empty: not told. */
  readonly device: string;
  /** An IP address. */
  readonly address: string;
}

export interface Watch {
  level(asker: Asker, limits: Signals): Promise<Level>;
  /**
   * Whether the level is low, and counts the request if so, in one step: a burst is judged like one after another. Of an
   * attack that is known already it asks nothing of the database.
   */
  admit(asker: Asker, limits: Signals): Promise<boolean>;
  /** A request by somebody who passed a challenge. */
  requested(asker: Asker): void;
  /** A wrong code or verification. */
  failed(asker: Asker): void;
  /** A failure that is counted for its identity elsewhere, and here for its address. */
  failedAt(address: string): void;
}

/** A device by what its browser tells: only a digest of it is kept. */
export const deviceName = (deviceId: string | undefined): string =>
  deviceId ? createHash('sha256').update(deviceId).digest('base64url') : '';

/** This machine's own address says nothing of who asks. */
const LOOPBACK = /^(?:127\.|::1$)/;

/**
 * @param wrongPasswords how many there were of late at an identity
 * @param now milliseconds since 1970
 */
export const createWatch = (deps: {
  readonly now: () => number;
  readonly wrongPasswords: (identity: Identifier) => Promise<number>;
}): Watch => {
  const requests = createCounters(HOUR, deps.now);
  const failures = createCounters(FAILURE_MEMORY, deps.now);

  const names = ({ identity, device, address }: Asker) => {
    const prefix = prefixOf(identity.value);
    return {
      identity: `identity ${identity.kind} ${identity.value}`,
      device: device && `device ${device}`,
      address: LOOPBACK.test(address) ? '' : `address ${address}`,
      prefix: prefix === undefined ? '' : `prefix ${prefix}`,
    };
  };

  const levelWith = (asker: Asker, limits: Signals, wrongPasswords: number): Level => {
    const { identity, device, address, prefix } = names(asker);
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
  const level: Watch['level'] = async (asker, limits) =>
    levelWith(asker, limits, await deps.wrongPasswords(asker.identity));

  const count = (asker: Asker): void => {
    for (const name of Object.values(names(asker))) if (name) requests.add(name);
  };

  return {
    level,
    admit: async (asker, limits) => {
      if (levelWith(asker, limits, 0) !== 'low') return false;
      const wrongPasswords = await deps.wrongPasswords(asker.identity);
      if (levelWith(asker, limits, wrongPasswords) !== 'low') return false;
      count(asker);
      return true;
    },

    requested: count,

    failed: asker => {
      const { identity, device, address } = names(asker);
      for (const name of [identity, device, address]) if (name) failures.add(name);
    },

    failedAt: address => {
      if (!LOOPBACK.test(address)) failures.add(`address ${address}`);
    },
  };
};
