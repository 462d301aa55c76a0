/** Runs one statement at a time. A result stays while the next statement runs, and goes where that one has none. */
import type { SqlResult } from '@rollcall/contract/console';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Refused, refusedOf } from '../client/refused.ts';
import { useConsoleContext } from '../console-context.ts';
import { inTurn } from './in-turn.ts';

type RunState =
  | { readonly phase: 'idle' | 'running'; readonly result?: SqlResult }
  | { readonly phase: 'stopped' }
  | { readonly phase: 'refused'; readonly problem: Refused };

export function useRun(): {
  readonly state: RunState;
  readonly run: (sql: string) => void;
  /** Ends the statement on the server, too. */
  readonly stop: () => void;
} {
  const { client } = useConsoleContext();
  const [state, setState] = useState<RunState>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);
  const run = useCallback(
    (sql: string) => {
      if (running.current) return;
      const left = new AbortController();
      running.current = left;
      setState(now => ({ phase: 'running', ...('result' in now ? { result: now.result } : {}) }));
      const end = (next: RunState) => {
        if (left.signal.aborted) return;
        running.current = undefined;
        setState(next);
      };
      inTurn(left.signal, () => client.call('runUsageSql', { body: { sql } }, left.signal)).then(
        result => end({ phase: 'idle', result }),
        (thrown: unknown) => end({ phase: 'refused', problem: refusedOf(thrown) }),
      );
    },
    [client],
  );
  const stop = useCallback(() => {
    if (!running.current) return;
    running.current.abort();
    running.current = undefined;
    setState({ phase: 'stopped' });
  }, []);
  useEffect(() => stop, [stop]);
  return { state, run, stop };
}
