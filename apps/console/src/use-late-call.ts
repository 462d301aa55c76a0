/** A call that a view does not wait for: it is made once the view is there, and aborted when the view is left. */
import { useEffect, useState } from 'react';
import type { AnswerOf, ConsoleCallName, ConsoleCalls } from './client/calls.ts';
import type { InputOf, SparseQueryOf } from './client/client.ts';
import { type RefusedName, refusedOf } from './client/refused.ts';
import { useConsoleContext } from './console-context.ts';

/** What a call has answered so far. */
export interface LateAnswer<A> {
  /** The answer to the query; undefined while it is asked for, null where it can't be told now. */
  readonly answer: A | null | undefined;
  /** Why it can't be told now. */
  readonly failed: RefusedName | undefined;
  /** The newest answer, also to a query before, whose place the next one takes; none after a failure. */
  readonly last: A | undefined;
}

/**
 * Makes a call after the view is drawn, and again when its query changes; a query with the same content is the same.
 * @param name always the same one
 * @param query undefined: nothing is asked
 */
export function useLateCall<N extends ConsoleCallName>(
  name: N,
  query: SparseQueryOf<ConsoleCalls[N]> | undefined,
): LateAnswer<AnswerOf<ConsoleCalls[N]>> {
  type Answer = AnswerOf<ConsoleCalls[N]>;
  const { client } = useConsoleContext();
  const [found, setFound] = useState<{
    readonly of: string;
    readonly answer: Answer | null;
    readonly failed: RefusedName | undefined;
  }>();
  const key = JSON.stringify({ query });
  useEffect(() => {
    const input = JSON.parse(key) as { readonly query?: unknown };
    if (input.query === undefined) return undefined;
    const left = new AbortController();
    const show = (answer: Answer | null, failed?: RefusedName) => {
      if (!left.signal.aborted) setFound({ of: key, answer, failed });
    };
    client.call(name, input as unknown as InputOf<ConsoleCalls[N]>, left.signal).then(
      answer => show(answer),
      (thrown: unknown) => show(null, refusedOf(thrown).name),
    );
    return () => left.abort();
  }, [client, name, key]);
  const told = found?.of === key ? found : undefined;
  return { answer: told?.answer, failed: told?.failed, last: found?.answer ?? undefined };
}
