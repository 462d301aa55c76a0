/**
 * `unknown` while prerendering, in the first render over it, while the session of an older site is converted, and while somebody who
 * left a sign-in is asked for new agreements (`newAgreements` of `useRollcall`). `out` until a
 * sign-in is whole: its second step is done, and new agreements are accepted.
 */
export type Session = 'unknown' | 'in' | 'out';
