/** A web vital over time, asked for after the list is there: the list does not wait for it. */
import { useEffect, useState } from 'react';
import type { ConsoleCalls, QueryOf } from '../client/calls.ts';
import { Refused } from '../client/refused.ts';
import { useConsoleContext } from '../console-context.ts';
import type { VitalTrend } from './tables.ts';

export type VitalTrendQuery = QueryOf<ConsoleCalls['getVitalTrend']>;

/** null: it can't be told now; `unknown`: the server does not know the call. */
type Answered = VitalTrend | 'unknown' | null;

/** @returns the answer, undefined while it is asked for; and the newest that was given, whose place the next one takes */
export function useVitalTrend(query: VitalTrendQuery): {
  readonly trend: Answered | undefined;
  readonly last: VitalTrend | undefined;
} {
  const { client } = useConsoleContext();
  const [found, setFound] = useState<{ readonly of: string; readonly trend: Answered }>();
  // what has the same content is the same query
  const key = JSON.stringify(query);
  useEffect(() => {
    const asked = JSON.parse(key) as VitalTrendQuery;
    const left = new AbortController();
    const show = (trend: Answered) => {
      if (!left.signal.aborted) setFound({ of: key, trend });
    };
    client
      .call('getVitalTrend', { query: asked }, left.signal)
      .then(show, (thrown: unknown) =>
        show(thrown instanceof Refused && thrown.name === 'NotFound' ? 'unknown' : null),
      );
    return () => left.abort();
  }, [client, key]);
  return {
    trend: found !== undefined && found.of === key ? found.trend : undefined,
    last: found?.trend === 'unknown' ? undefined : (found?.trend ?? undefined),
  };
}
