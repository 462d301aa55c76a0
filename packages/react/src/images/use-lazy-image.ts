/** A picture that is loaded when it comes near, tried again when it fails, and shown when it is decoded. */
import { type Ref, useCallback, useEffect, useReducer, useRef } from 'react';
import { watch } from '../viewport/watch.ts';

/** Defaults of the specification, section 9. */
export const PRELOAD_SCREENS = 1.3;
export const ATTEMPTS = 3;
export const THROTTLE = 200;

/** Milliseconds before the second attempt; as much more before each that follows. */
const PAUSE = 500;

export interface LazyImageOptions {
  readonly src: string;
  /**
   * How many screens are loaded ahead, counted from the upper edge of the window: at 1.3 a picture begins to load when
   * it is less than 0.3 of the window's height below its foot (or above its head).
   */
  readonly screens?: number;
  /** Attempts before it is given up, the first one counted. */
  readonly attempts?: number;
  /** Milliseconds between two looks where the browser has no IntersectionObserver. */
  readonly throttle?: number;
  /** Loads at once and is seen while it loads: for what stands in the first screen. */
  readonly eager?: boolean;
}

/** `waiting` until it comes near, then `loading`, and at last `shown` or `failed`. */
export type ImagePhase = 'waiting' | 'loading' | 'shown' | 'failed';

export interface LazyImageFlow {
  readonly phase: ImagePhase;
  /** For the element that holds the picture's room. */
  readonly room: Ref<HTMLElement>;
  /** For the `<img>`, which is drawn unless the phase is `waiting` or `failed`. A new key is a new attempt. */
  readonly image: {
    readonly key: string;
    readonly src: string;
    readonly ref: Ref<HTMLImageElement>;
    readonly onLoad: (event: { readonly currentTarget: HTMLImageElement }) => void;
    readonly onError: () => void;
  };
  /** Tries again from the first attempt on, after it failed. */
  readonly retry: () => void;
}

interface State {
  readonly src: string;
  readonly phase: ImagePhase;
  /** From 1 on. */
  readonly attempt: number;
  /** Between two attempts. */
  readonly pausing: boolean;
  /** How often the person asked again. */
  readonly round: number;
}

/** What is told of an attempt bears its key: what comes late of an earlier one, or of another picture, changes nothing. */
type Told =
  | { readonly type: 'begin'; readonly src: string; readonly eager: boolean }
  | { readonly type: 'near' }
  | { readonly type: 'retry' }
  | { readonly type: 'shown'; readonly key: string }
  | { readonly type: 'again'; readonly key: string }
  | { readonly type: 'failed'; readonly key: string; readonly attempts: number };

const begin = (src: string, eager: boolean): State => ({
  src,
  phase: eager ? 'loading' : 'waiting',
  attempt: 1,
  pausing: false,
  round: 0,
});

const keyOf = ({ src, round, attempt }: State): string => `${src} ${round} ${attempt}`;

const change = (state: State, told: Told): State => {
  if (told.type === 'begin') return begin(told.src, told.eager);
  if (told.type === 'near') return state.phase === 'waiting' ? { ...state, phase: 'loading' } : state;
  if (told.type === 'retry')
    return state.phase === 'failed'
      ? { ...state, phase: 'loading', attempt: 1, round: state.round + 1 }
      : state;
  if (told.key !== keyOf(state) || state.phase !== 'loading') return state;
  if (told.type === 'shown') return { ...state, phase: 'shown', pausing: false };
  if (told.type === 'again') return { ...state, attempt: state.attempt + 1, pausing: false };
  return state.attempt < told.attempts ? { ...state, pausing: true } : { ...state, phase: 'failed' };
};

/** Drawn in one piece, and not while a person scrolls past it. */
const decoded = async (image: HTMLImageElement): Promise<void> => image.decode?.();

/** Holds the state of one picture and draws nothing. */
export function useLazyImage(options: LazyImageOptions): LazyImageFlow {
  const { src, screens = PRELOAD_SCREENS, attempts = ATTEMPTS, throttle = THROTTLE, eager = false } = options;
  const [state, tell] = useReducer(change, begin(src, eager));
  if (state.src !== src) tell({ type: 'begin', src, eager });
  const room = useRef<HTMLElement>(null);
  const key = keyOf(state);

  const waiting = state.phase === 'waiting';
  useEffect(() => {
    if (!waiting) return;
    const load = () => tell({ type: 'near' });
    // paper has no scrolling
    addEventListener('beforeprint', load);
    const stop = room.current
      ? watch(room.current, { screens: Math.max(0, screens - 1), throttle }, near => {
          if (near) load();
        })
      : undefined;
    return () => {
      removeEventListener('beforeprint', load);
      stop?.();
    };
  }, [waiting, screens, throttle]);

  const { pausing, attempt } = state;
  useEffect(() => {
    if (!pausing) return;
    const timer = setTimeout(() => tell({ type: 'again', key }), PAUSE * attempt);
    return () => clearTimeout(timer);
  }, [pausing, attempt, key]);

  const fail = useCallback(() => tell({ type: 'failed', key, attempts }), [key, attempts]);
  const arrive = useCallback(
    (image: HTMLImageElement) => {
      decoded(image).then(() => tell({ type: 'shown', key }), fail);
    },
    [key, fail],
  );
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      // it came or failed before the script: no event tells
      if (!image?.complete || !image.getAttribute('src')) return;
      if (image.naturalWidth > 0) arrive(image);
      else fail();
    },
    [arrive, fail],
  );
  const onLoad = useCallback(
    (event: { readonly currentTarget: HTMLImageElement }) => arrive(event.currentTarget),
    [arrive],
  );
  const retry = useCallback(() => tell({ type: 'retry' }), []);
  return { phase: state.phase, room, image: { key, src, ref, onLoad, onError: fail }, retry };
}
