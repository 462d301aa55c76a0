/** Estimates the strength of a new password while it is typed. Draws nothing. */
import { fields as rules } from '@rollcall/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
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

const PRESSES = ['pointerdown', 'pointerup', 'pointercancel'] as const;

/**
 * Judges a password while it is typed; draws nothing.
 *
 * @param password estimated once it fits the rule; the dictionary is loaded with the first letter
 * @param about what people who know the person would try first: the number, the username
 * @example const { phase, judgement } = usePasswordStrength(password);
 * @see `docs/react.md`
 */
export function usePasswordStrength(password: string, about: readonly string[] = nothing): PasswordStrength {
  const [judged, setJudged] = useState<{ of: string; judgement: Judgement | undefined }>();
  const known = about.join('\n');
  const typed = password !== '';
  const judgeable = rules.PASSWORD.test(password);
  const afterPress = useAfterPress(typed);
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
      afterPress(() => {
        if (current) setJudged({ of: password, judgement });
      });
    };
    const timer = setTimeout(() => void judgeIt(), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [password, judgeable, known, afterPress]);
  if (!judgeable) return { phase: 'idle', judgement: undefined };
  if (judged?.of !== password) return { phase: 'judging', judgement: judged?.judgement };
  return { phase: judged.judgement ? 'judged' : 'unavailable', judgement: judged.judgement };
}

/**
 * Gives a function that calls back immediately, or, while a mouse button or a finger is down, after it is lifted: a
 * button that
 * moves between the two loses its click.
 *
 * @param watched whether presses are watched
 */
function useAfterPress(watched: boolean): (then: () => void) => void {
  const state = useRef({ pressed: false, waiting: [] as (() => void)[] });
  useEffect(() => {
    if (!watched) return;
    const { current } = state;
    const listen = ({ type }: Event) => {
      current.pressed = type === 'pointerdown';
      // the click follows in the same task
      if (!current.pressed) setTimeout(() => current.waiting.splice(0).forEach(then => then()));
    };
    for (const kind of PRESSES) addEventListener(kind, listen, true);
    return () => {
      for (const kind of PRESSES) removeEventListener(kind, listen, true);
    };
  }, [watched]);
  return useCallback(then => {
    if (state.current.pressed) state.current.waiting.push(then);
    else then();
  }, []);
}
