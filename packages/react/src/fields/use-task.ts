/** One piece of work at a time: a second press does nothing, slowness is said, a failure can be tried again. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Problem, problemOf } from './problem.ts';

/** After how many milliseconds a person is told that it takes long. */
export const SLOW_MS = 3000;

export type Phase = 'idle' | 'busy' | 'slow';

/** Waits for what a person does, not the server: meanwhile nothing is slow. */
export type Unhurried = <T>(wait: Promise<T>) => Promise<T>;

export type Work = (signal: AbortSignal, unhurried: Unhurried) => Promise<void>;

export interface Task {
  readonly phase: Phase;
  readonly problem: Problem | undefined;
  /** Starts the work, unless some is under way. The work's rejection becomes `problem`. */
  readonly run: (work: Work) => void;
  /** Does the last work again. */
  readonly retry: () => void;
  readonly clear: () => void;
}

/** Holds the state of one kind of work; draws nothing. The work is aborted when the component goes. */
export function useTask(onProblem?: (problem: Problem) => void): Task {
  const [phase, setPhase] = useState<Phase>('idle');
  const [problem, setProblem] = useState<Problem>();
  const running = useRef<AbortController>(undefined);
  const last = useRef<Work>(undefined);
  const told = useRef(onProblem);
  useLayoutEffect(() => {
    told.current = onProblem;
  });

  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [],
  );

  const run = useCallback((work: Work) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    last.current = work;
    setPhase('busy');
    setProblem(undefined);
    const hurry = () => setTimeout(() => setPhase('slow'), SLOW_MS);
    let slow = hurry();
    controller.signal.addEventListener('abort', () => clearTimeout(slow));
    const unhurried: Unhurried = async wait => {
      clearTimeout(slow);
      setPhase('busy');
      try {
        return await wait;
      } finally {
        if (running.current === controller) slow = hurry();
      }
    };
    const finish = (failed?: Problem) => {
      clearTimeout(slow);
      if (running.current !== controller) return;
      running.current = undefined;
      setPhase('idle');
      setProblem(failed);
      if (failed) told.current?.(failed);
    };
    work(controller.signal, unhurried).then(
      () => finish(),
      (thrown: unknown) => finish(problemOf(thrown)),
    );
  }, []);

  const retry = useCallback(() => {
    if (last.current) run(last.current);
  }, [run]);
  const clear = useCallback(() => setProblem(undefined), []);

  return { phase, problem, run, retry, clear };
}
