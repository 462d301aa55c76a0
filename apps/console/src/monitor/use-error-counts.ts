/** How often the groups of a list occurred lately, asked for after the list is there: it does not wait for the event store. */
import { useEffect, useState } from 'react';
import { useConsoleContext } from '../console-context.ts';

export interface ErrorCounts {
  /** When the first point begins, in milliseconds since 1970, and the span of each. */
  readonly from: number;
  readonly step: number;
  /** By group; none where it did not occur. */
  readonly counts: ReadonlyMap<string, readonly number[]>;
}

/** @returns undefined while they are asked for, null where they can't be told now */
export function useErrorCounts(product: string, ids: readonly string[]): ErrorCounts | null | undefined {
  const { client } = useConsoleContext();
  const [found, setFound] = useState<{ readonly of: string; readonly counts: ErrorCounts | null }>();
  // the same groups in another order have the same counts
  const asked = [...ids].sort().join(',');
  const key = `${product} ${asked}`;
  useEffect(() => {
    if (asked === '') return undefined;
    const left = new AbortController();
    const show = (counts: ErrorCounts | null) => {
      if (!left.signal.aborted) setFound({ of: key, counts });
    };
    client.call('getErrorCounts', { query: { product, ids: asked } }, left.signal).then(
      ({ from, step, groups }) =>
        show({ from, step, counts: new Map(groups.map(({ id, counts }) => [id, counts])) }),
      () => show(null),
    );
    return () => left.abort();
  }, [client, product, asked, key]);
  return found?.of === key ? found.counts : undefined;
}
