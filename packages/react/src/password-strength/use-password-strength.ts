/** How strong a new password is, while it is typed. Draws nothing. */
import { fields as rules } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import type { Judgement } from './judge.ts';

/** Milliseconds without a key before it is judged: nobody wants to be told at every letter. */
export const PAUSE_MS = 250;

export interface PasswordStrength {
  /**
   * `idle`: nothing that can be judged is typed; `judging`: the dictionary is on its way, or a key was just pressed;
   * `judged`: `judgement` is about what is typed now; `unavailable`: the dictionary could not be loaded, which is no
   * reason to keep anybody from signing up.
   */
  readonly phase: 'idle' | 'judging' | 'judged' | 'unavailable';
  /** The last one; undefined before the first and where nothing is typed. */
  readonly judgement: Judgement | undefined;
}

const nothing: readonly string[] = [];

// 234 kB gz that only somebody who chooses a password needs
const load = () => import('./judge.ts');

/**
 * @param password what stands in the field: judged once it keeps the rule of passwords; the dictionary is loaded from
 *   the first letter on
 * @param about what people who know the person would try first: their number, their username
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
