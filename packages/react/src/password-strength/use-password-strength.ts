/** Estimates the strength of a new password while it is typed. Draws nothing. */
import { fields as rules } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import type { Judgement } from './judge.ts';

/** Milliseconds without a key before a password is estimated: not at every letter. */
export const PAUSE_MS = 250;

export interface PasswordStrength {
  /**
   * `idle`: the password does not fit the rule yet; `judging`: the dictionary is loading, or a key was just
   * pressed; `judged`: `judgement` is about the present password; `unavailable`: the dictionary could not be
   * loaded, which does not stop the sign-up.
   */
  readonly phase: 'idle' | 'judging' | 'judged' | 'unavailable';
  /** The last estimate; undefined before the first one and while nothing is typed. */
  readonly judgement: Judgement | undefined;
}

const nothing: readonly string[] = [];

// the dictionary has 234 kB gz, and only people who choose a password need it
const load = () => import('./judge.ts');

/**
 * @param password estimated once it fits the rule; the dictionary is loaded with the first letter
 * @param about what people who know the person would try first: the number, the username
 */
export function usePasswordStrength(password: string, about: readonly string[] = nothing): PasswordStrength {
  const [judged, setJudged] = useState<{ of: string; judgement: Judgement | undefined }>();
  const known = about.join('\n');
  const typed = password !== '';
  const judgeable = rules.PASSWORD.test(password);
  useEffect(() => {
    if (typed) void load().catch(() => {});
  }, [typed]);
  useEffect(() => {
    if (!judgeable) return;
    let current = true;
    const judgeIt = async () => {
      const judgement = await load().then(
        ({ judge }) => judge(password, known.split('\n')),
        () => undefined,
      );
      if (current) setJudged({ of: password, judgement });
    };
    const timer = setTimeout(() => void judgeIt(), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [password, judgeable, known]);
  if (!judgeable) return { phase: 'idle', judgement: undefined };
  if (judged?.of !== password) return { phase: 'judging', judgement: judged?.judgement };
  return { phase: judged.judgement ? 'judged' : 'unavailable', judgement: judged.judgement };
}
