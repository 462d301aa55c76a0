/** One piece of work at a time: a second press does nothing, slowness is said, a failure can be tried again. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Problem, problemOf } from './problem.ts';

/** After how many milliseconds a person is told that it takes long. */
export const SLOW_MS = 3000;

export type Phase = 'idle' | 'busy' | 'slow';

export interface Task {
  readonly phase: Phase;
  readonly problem: Problem | undefined;
  /** Starts the work, unless some is under way. The work's rejection becomes `problem`. */
  readonly run: (work: (signal: AbortSignal) => Promise<void>) => void;
  /** Does the last work again. */
  readonly retry: () => void;
  readonly clear: () => void;
}

/** Holds the state of one kind of work; draws nothing. The work is aborted when the component goes. */
export function useTask(onProblem?: (problem: Problem) => void): Task {
  const [phase, setPhase] = useState<Phase>('idle');
  const [problem, setProblem] = useState<Problem>();
  const running = useRef<AbortController>(undefined);
  const last = useRef<(signal: AbortSignal) => Promise<void>>(undefined);
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

  const run = useCallback((work: (signal: AbortSignal) => Promise<void>) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    last.current = work;
    setPhase('busy');
    setProblem(undefined);
    const slow = setTimeout(() => setPhase('slow'), SLOW_MS);
    const finish = (failed?: Problem) => {
      clearTimeout(slow);
      if (running.current !== controller) return;
      running.current = undefined;
      setPhase('idle');
      setProblem(failed);
      if (failed) told.current?.(failed);
    };
    work(controller.signal).then(
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
