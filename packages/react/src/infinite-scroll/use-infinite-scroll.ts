/** Loads the next page of a list when its end comes near. Draws nothing. */
import { useBrowserLayoutEffect } from '@rollcall/ui';
import { type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { throttle as throttled } from '../viewport/throttle.ts';
import { observeNear } from '../viewport/near-viewport.ts';
import { keepPlace, type Place, placeOfReturn } from './place.ts';

/**
 * The defaults of the specification, section 9: milliseconds, and CSS pixels between the window's lower edge
 * and the list's end.
 */
const SCROLL_THROTTLE = 200;
const SCROLL_DISTANCE = 0;

export interface ScrollPage<Item, Next> {
  readonly items: readonly Item[];
  /** The cursor of the next page; undefined at the end. */
  readonly next: Next | undefined;
}

export interface InfiniteScrollOptions<Item, Next> {
  /** The first page, which is server-rendered. */
  readonly first: ScrollPage<Item, Next>;
  /** Loads the page at a cursor. Aborted when the component unmounts. */
  readonly load: (next: Next, signal: AbortSignal) => Promise<ScrollPage<Item, Next>>;
  readonly throttle?: number;
  readonly distance?: number;
  /**
   * A name of the list, unique on the site, under which its position is kept. Without it the list always starts
   * at its top.
   */
  readonly place?: string;
}

/** `end`: there is no further page. */
export type ScrollPhase = 'idle' | 'loading' | 'failed' | 'end';

export interface InfiniteScrollFlow<Item> {
  readonly items: readonly Item[];
  readonly phase: ScrollPhase;
  /** For an element after the last item. */
  readonly sentinel: Ref<HTMLElement>;
  /** Loads the next page now, also after a failure; ignored while one is loading and at the end. */
  readonly more: () => void;
}

/**
 * Holds the state of one list; draws nothing. After a failure only `more` tries again.
 * @example const { items, more } = useInfiniteScroll({ first, load });
 * @see `docs/react.md`
 */
export function useInfiniteScroll<Item, Next>(
  options: InfiniteScrollOptions<Item, Next>,
): InfiniteScrollFlow<Item> {
  const { first, throttle = SCROLL_THROTTLE, distance = SCROLL_DISTANCE, place } = options;
  const [parts, setParts] = useState([first]);
  const [working, setWorking] = useState<'loading' | 'failed'>();
  // the position to come back to, until it is reached
  const goal = useRef<Place>(undefined);
  // a ref, since two calls before the next rendering must not both load
  const busy = useRef<AbortController>(undefined);
  const next = parts[parts.length - 1]?.next;
  const phase: ScrollPhase = working ?? (next === undefined ? 'end' : 'idle');
  const load = useRef(options.load);
  useBrowserLayoutEffect(() => {
    load.current = options.load;
  });

  const more = useCallback(() => {
    if (busy.current || next === undefined) return;
    const controller = new AbortController();
    busy.current = controller;
    setWorking('loading');
    const end = (outcome: () => void) => {
      if (controller.signal.aborted) return;
      busy.current = undefined;
      outcome();
    };
    load.current(next, controller.signal).then(
      part =>
        end(() => {
          setParts(now => [...now, part]);
          setWorking(undefined);
        }),
      () => end(() => setWorking('failed')),
    );
  }, [next]);
  useEffect(
    () => () => {
      busy.current?.abort();
      busy.current = undefined;
    },
    [],
  );

  // Loads as many pages as there were, then scrolls. This effect runs before the observer below, which waits for it.
  useEffect(() => {
    if (place === undefined) return;
    const kept = placeOfReturn(place);
    if (!kept || kept.parts < 2) return;
    history.scrollRestoration = 'manual';
    goal.current = kept;
  }, [place]);
  useEffect(() => {
    if (!goal.current) return;
    if (phase === 'idle' && parts.length < goal.current.parts) more();
    else if (phase !== 'loading') {
      scrollTo(0, goal.current.y);
      history.scrollRestoration = 'auto';
      goal.current = undefined;
    }
  }, [phase, parts.length, more]);

  const element = useRef<HTMLElement>(null);
  // one interval for the list's whole life: pages that load quickly are not loaded more often
  const latest = useRef(() => {});
  const ask = useRef<ReturnType<typeof throttled>>(undefined);
  useEffect(() => {
    ask.current = throttled(() => latest.current(), throttle);
    return () => ask.current?.cancel();
  }, [throttle]);
  const idle = phase === 'idle';
  useEffect(() => {
    const sentinel = element.current;
    if (!idle || goal.current || !sentinel) return;
    let near = false;
    latest.current = () => {
      if (near) more();
    };
    const stop = observeNear(sentinel, { pixels: distance, throttle }, isNear => {
      near = isNear;
      if (isNear) ask.current?.();
    });
    return () => {
      latest.current = () => {};
      stop();
    };
  }, [idle, distance, throttle, more]);

  useEffect(() => {
    if (place === undefined) return;
    const keep = () => keepPlace(place, { parts: parts.length, y: scrollY });
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [place, parts.length]);

  return { items: parts.flatMap(part => part.items), phase, sentinel: element, more };
}
