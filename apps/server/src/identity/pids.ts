import { refuse } from '../platform/refusal.ts';

/** Judges the `pid` that a call names. */
export type CheckPid = (pid: string) => void;

/**
 * @param served the pids of the configuration; undefined: any that is well formed (the contract's rule).
 * @returns a check that throws the refusal IllegalPid.
 */
export const createCheckPid = (served: readonly string[] | undefined): CheckPid => {
  if (served === undefined) return () => {};
  const known = new Set(served);
  return pid => {
    if (!known.has(pid)) throw refuse('IllegalPid');
  };
};
