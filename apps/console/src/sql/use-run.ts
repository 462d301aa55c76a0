/** Runs one statement at a time; the result before stays until the next is there. */
import type { SqlResult } from '@rollcall/contract/console';
import { useEffect, useRef, useState } from 'react';
import { type Refused, refusedOf } from '../client/refused.ts';
import { useConsoleContext } from '../console-context.ts';

type State =
  | { readonly phase: 'idle' | 'running' | 'stopped' }
  | { readonly phase: 'refused'; readonly problem: Refused };

export function useRun(): {
  readonly state: State;
  readonly result: SqlResult | undefined;
  readonly run: (sql: string) => void;
  /** Ends the statement on the server, too. */
  readonly stop: () => void;
} {
  const { client } = useConsoleContext();
  const [state, setState] = useState<State>({ phase: 'idle' });
  const [result, setResult] = useState<SqlResult>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    result,
    run: sql => {
      if (running.current) return;
      const left = new AbortController();
      running.current = left;
      setState({ phase: 'running' });
      client
        .call('runUsageSql', { body: { sql } }, left.signal)
        .then(
          found => {
            setResult(found);
            setState({ phase: 'idle' });
            return found;
          },
          (thrown: unknown) =>
            setState(
              left.signal.aborted ? { phase: 'stopped' } : { phase: 'refused', problem: refusedOf(thrown) },
            ),
        )
        .finally(() => {
          running.current = undefined;
        });
    },
    stop: () => running.current?.abort(),
  };
}
