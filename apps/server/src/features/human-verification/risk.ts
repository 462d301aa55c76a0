/** The level of risk of a request, computed from counts alone. */

/** Counts by identifier, device, IP address, and prefix of the phone number. */
export interface Requests {
  readonly identity: number;
  readonly device: number;
  readonly address: number;
  readonly prefix: number;
}
export type Failures = Omit<Requests, 'prefix'>;

/** Counts so far; where they are limits, the first count that is not a low risk any more. */
export interface Signals {
  /** Messages asked for in the last hour. */
  readonly requests: Requests;
  /** Wrong passwords, codes and verifications in the last 15 minutes. */
  readonly failures: Failures;
}

/**
 * low: no challenge. raised: a challenge is asked. high: the built-in challenge costs ten times as much.
 * At every level a passed challenge is accepted.
 */
export type Level = 'low' | 'raised' | 'high';
export const levels = ['low', 'raised', 'high'] as const satisfies readonly Level[];

/** Times its limit that a count has to be for a high risk. */
export const HIGH = 4;

/** What counts as a low risk where nothing else is set. A school shares one IP address. */
export const defaultLimits: Signals = {
  requests: { identity: 8, device: 20, address: 200, prefix: Number.POSITIVE_INFINITY },
  failures: { identity: 3, device: 5, address: 60 },
};

const kinds = ['requests', 'failures'] as const;

/**
 * The level is the one of the worst count. An IP address alone makes it raised at most, so
 * that other people behind the same address can pass the challenge.
 */
export const levelOf = (signals: Signals, limits: Signals): Level => {
  let worst: Level = 'low';
  for (const kind of kinds) {
    for (const [name, count] of Object.entries(signals[kind])) {
      const limit = limits[kind][name as keyof Failures];
      if (count < limit) continue;
      if (name !== 'address' && count >= HIGH * limit) return 'high';
      worst = 'raised';
    }
  }
  return worst;
};
