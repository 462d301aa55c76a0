/**
 * `unknown` while prerendering, in the first render over it, and while the session of an older site is converted. `out` until a
 * sign-in is whole: its second step is done, and new agreements are accepted.
 */
export type Session = 'unknown' | 'in' | 'out';
