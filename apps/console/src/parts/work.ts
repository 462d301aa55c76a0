/** One piece of work at a time: a second press does nothing, slowness is said, a failure is told in place. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Refused, refusedOf } from '../client/refused.ts';

/** After how many milliseconds a person is told that it takes long. */
export const SLOW_MS = 3_000;

export type Phase = 'idle' | 'busy' | 'slow';
export interface Work {
  readonly phase: Phase;
  readonly refused: Refused | undefined;
  /** Starts it, unless some is under way; its rejection becomes `refused`. */
  readonly run: (work: (signal: AbortSignal) => Promise<void>) => void;
  readonly clear: () => void;
}

/** Holds the state of one kind of work. It is aborted when the component goes. */
export function useWork(): Work {
  const [phase, setPhase] = useState<Phase>('idle');
  const [refused, setRefused] = useState<Refused>();
  const running = useRef<AbortController>(undefined);
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
    setPhase('busy');
    setRefused(undefined);
    const slow = setTimeout(() => setPhase('slow'), SLOW_MS);
    const end = (failed?: Refused) => {
      clearTimeout(slow);
      if (running.current !== controller) return;
      running.current = undefined;
      setPhase('idle');
      setRefused(failed);
    };
    work(controller.signal).then(
      () => end(),
      (thrown: unknown) => end(refusedOf(thrown)),
    );
  }, []);
  const clear = useCallback(() => setRefused(undefined), []);
  return { phase, refused, run, clear };
}

/** Whether `on` has lasted for `ms`. */
export function useLasting(on: boolean, ms = SLOW_MS): boolean {
  const [lasted, setLasted] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [on, ms]);
  return on && lasted;
}
