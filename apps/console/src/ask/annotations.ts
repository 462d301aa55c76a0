/** Annotations of the period of a chart, and the points at which they stand. */
import type { Annotation } from '@rollcall/contract/console';
import { useEffect, useRef, useState } from 'react';
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
  /** Ends with what is there now, or what was there where it fails. */
  readonly reload: () => Promise<void>;
} {
  const { client } = useConsoleContext();
  const [items, setItems] = useState(NONE);
  const load = useRef(async () => {});
  useEffect(() => {
    const left = new AbortController();
    load.current = async () => {
      const query = { from, to };
      const found = await client.call('listAnnotations', { query }, left.signal).catch(() => undefined);
      if (found && !left.signal.aborted) setItems(found.items);
    };
    void load.current();
    return () => left.abort();
  }, [client, from, to]);
  return { items, reload: () => load.current() };
}
