/** Runs one statement at a time. A result stays while the next statement runs, and goes where that one has none. */
import type { SqlResult } from '@rollcall/contract/console';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Refused, refusedOf } from '../client/refused.ts';
import { useConsoleContext } from '../console-context.ts';
import { inTurn } from './in-turn.ts';

type RunState =
  | { readonly phase: 'idle' | 'running'; readonly result?: SqlResult }
  | { readonly phase: 'stopped' }
  | { readonly phase: 'refused'; readonly problem: Refused };

/** How often a statement that found others running is sent again. */
const TRIES = 5;

/** Sends a statement; while as many run as may, such as those of another page, again after the seconds that the server says. */
const sent = async (send: () => Promise<SqlResult>, left: AbortSignal): Promise<SqlResult> => {
  for (let tries = 0; ; tries += 1)
    try {
      return await send();
    } catch (thrown) {
      const { seconds } = refusedOf(thrown);
      if (
        !(thrown instanceof Refused) ||
        thrown.name !== 'TooBusy' ||
        seconds === undefined ||
        tries >= TRIES
      )
        throw thrown;
      await pause(seconds * 1000, left);
    }
};

/** @throws the signal's reason where it is aborted meanwhile */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

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
      const send = () => client.call('runUsageSql', { body: { sql } }, left.signal);
      inTurn(left.signal, () => sent(send, left.signal)).then(
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
