/** Annotations of the period of a chart, and the points at which they stand. */
import type { Annotation } from '@rollcall/contract/console';
import { useEffect, useState } from 'react';
import { useConsoleContext } from '../console-context.ts';

/**
 * The rows of a chart at which annotations stand: the first hour of their day, or the day, week or month that it is in.
 * @param points named by their first day or hour, in order
 */
export const marksOf = (
  points: readonly string[],
  annotations: readonly Pick<Annotation, 'day' | 'text'>[],
): ReadonlyMap<number, readonly string[]> => {
  const marks = new Map<number, string[]>();
  for (const { day, text } of annotations) {
    // The points are in order: of the last day that is not after it, the first one.
    const last = points.filter(point => point.slice(0, 10) <= day).pop();
    if (last === undefined) continue;
    const first = points.findIndex(point => point.slice(0, 10) === last.slice(0, 10));
    marks.set(first, [...(marks.get(first) ?? []), text]);
  }
  return marks;
};

const NONE: readonly Annotation[] = [];

/** What happened in a period, both days included. A chart without it is whole, so a failure shows none. */
export function useAnnotations({ from, to }: { readonly from: string; readonly to: string }): {
  readonly items: readonly Annotation[];
  readonly reload: () => void;
} {
  const { client } = useConsoleContext();
  const [items, setItems] = useState(NONE);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    client.call('listAnnotations', { query: { from, to } }, left.signal).then(
      found => {
        if (!left.signal.aborted) setItems(found.items);
        return found;
      },
      () => undefined,
    );
    return () => left.abort();
    // a change of them changes `tries` only
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [client, from, to, tries]);
  return { items, reload: () => setTries(now => now + 1) };
}
