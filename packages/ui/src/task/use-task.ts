/** One asynchronous task at a time: a second start is ignored, slowness is reported, a failure can be retried. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from '../use-browser-layout-effect.ts';

/**
 * Milliseconds after which a running task counts as slow.
 * @see `docs/react.md`
 */
export const SLOW_MS = 3_000;

export type Phase = 'idle' | 'busy' | 'slow';

/** Waits for the person instead of the server: while `wait` is pending, the task is not reported as slow. */
export type WaitForUser = <T>(wait: Promise<T>) => Promise<T>;

/** The task itself. `signal` is aborted when the component unmounts. */
export type Work = (signal: AbortSignal, waitForUser: WaitForUser) => Promise<void>;

export interface Task<P> {
  /** `slow` after `SLOW_MS` of `busy`. */
  readonly phase: Phase;
  /** Why the last run failed; undefined after a success and while it runs. */
  readonly problem: P | undefined;
  /** Starts the work; ignored while other work is running. A rejection becomes `problem`. */
  readonly run: (work: Work) => void;
  /** Runs the last work again, and gives the focus back to what started it: the button of a retry goes with the problem. */
  readonly retry: () => void;
  /** Removes `problem`. */
  readonly clear: () => void;
}

export interface TaskOptions<P> {
  /** Turns what the work rejected with into the problem that is shown. */
  readonly problemOf: (thrown: unknown) => P;
  /** Called once for each failure, after `problem` was set. */
  readonly onProblem?: ((problem: P) => void) | undefined;
}

/**
 * Holds the state of one task; draws nothing.
 * @example const task = useTask({ problemOf: String });
 * @see `docs/react.md`
 */
export function useTask<P>(options: TaskOptions<P>): Task<P> {
  const [phase, setPhase] = useState<Phase>('idle');
  const [problem, setProblem] = useState<P>();
  const running = useRef<AbortController>(undefined);
  const last = useRef<Work>(undefined);
  const starter = useRef<HTMLElement>(null);
  const latest = useRef(options);
  useBrowserLayoutEffect(() => {
    latest.current = options;
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
    const { activeElement } = document;
    starter.current = activeElement === document.body ? null : (activeElement as HTMLElement | null);
    setPhase('busy');
    setProblem(undefined);
    const startTimer = () => setTimeout(() => setPhase('slow'), SLOW_MS);
    let slow = startTimer();
    controller.signal.addEventListener('abort', () => clearTimeout(slow));
    const waitForUser: WaitForUser = async wait => {
      clearTimeout(slow);
      setPhase('busy');
      try {
        return await wait;
      } finally {
        if (running.current === controller) slow = startTimer();
      }
    };
    const finish = (failed?: P) => {
      clearTimeout(slow);
      if (running.current !== controller) return;
      running.current = undefined;
      setPhase('idle');
      setProblem(failed);
      if (failed !== undefined) latest.current.onProblem?.(failed);
    };
    work(controller.signal, waitForUser).then(
      () => finish(),
      (thrown: unknown) => finish(latest.current.problemOf(thrown)),
    );
  }, []);

  const retry = useCallback(() => {
    starter.current?.focus();
    if (last.current) run(last.current);
  }, [run]);
  const clear = useCallback(() => setProblem(undefined), []);

  return { phase, problem, run, retry, clear };
}
