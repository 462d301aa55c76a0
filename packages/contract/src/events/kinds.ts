/** The kinds of event and of consent, and the limits of a queue (specification, sections 4 and 9). */

/** The kinds that a person consents to, each on its own (section 4). */
export const consentKinds = ['event', 'view', 'user', 'app', 'device'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** Those of them that cover facts; the others cover events. */
export const factConsents = ['app', 'user', 'device'] as const satisfies readonly ConsentKind[];
export type FactConsent = (typeof factConsents)[number];

/** What an event is: the value of its `k`; absent means 0. */
export const eventKind = { custom: 0, view: 1, click: 2, consent: 3, dropped: 4, leave: 5 } as const;
export type EventKind = (typeof eventKind)[keyof typeof eventKind];

/** The consents that an event of each kind needs, by the number of the kind. A consent itself is always reported. */
export const kindConsents = [
  ['event'],
  ['view'],
  ['event', 'view'],
  [],
  ['event'],
  ['view'],
] as const satisfies {
  readonly [K in EventKind]: readonly ConsentKind[];
};

/** Sizes are counted as 3 × JSON length, which no UTF-8 text exceeds in bytes; `interval` is in ms (section 9). */
export const usageLimits = { queue: 1000, event: 5000, request: 30_000, interval: 500, key: 128 } as const;
