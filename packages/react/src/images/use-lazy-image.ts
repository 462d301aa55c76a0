/** Loads a picture when it comes near the screen, retries failures, and shows it when it is decoded. */
import { type Ref, useCallback, useEffect, useReducer, useRef } from 'react';
import { observeNear } from '../viewport/near-viewport.ts';

/** The defaults of the specification, section 9. */
const PRELOAD_SCREENS = 1.3;
const ATTEMPTS = 3;
const THROTTLE = 200;

/** Milliseconds before the second attempt; each further attempt waits as much longer. */
const PAUSE = 500;

export interface LazyImageOptions {
  readonly src: string;
  /**
   * How many screens ahead pictures are loaded, counted from the window's upper edge: at 1.3 a picture begins
   * to load when it is less than 0.3 window heights below the window (or above it).
   */
  readonly screens?: number;
  /** Number of attempts, the first one included. */
  readonly attempts?: number;
  /** Milliseconds between two checks of whether the picture is near. @default 200 */
  readonly throttle?: number;
  /**
   * Loads immediately and is visible while it loads, for pictures of the first screen.
   *
   * @default false
   */
  readonly eager?: boolean;
}

/** `waiting` until it comes near, then `loading`, and finally `shown` or `failed`. */
export type ImagePhase = 'waiting' | 'loading' | 'shown' | 'failed';

export interface LazyImageFlow {
  readonly phase: ImagePhase;
  /** For the element that reserves the space. */
  readonly room: Ref<HTMLElement>;
  /** For the `<img>`, which is drawn in the phases `loading` and `shown`. Each attempt has its own key. */
  readonly image: {
    readonly key: string;
    readonly src: string;
    readonly ref: Ref<HTMLImageElement>;
    readonly onLoad: (event: { readonly currentTarget: HTMLImageElement }) => void;
    readonly onError: () => void;
  };
  /** Starts again with the first attempt, after a failure. */
  readonly retry: () => void;
}

interface State {
  readonly src: string;
  readonly phase: ImagePhase;
  /** From 1 on. */
  readonly attempt: number;
  /** Whether it waits before the next attempt. */
  readonly pausing: boolean;
  /** How many times `retry` was called. */
  readonly round: number;
}

/**
 * Every event of an attempt has its key: late events of an earlier attempt or of another picture are ignored.
 */
type ImageEvent =
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

const change = (state: State, event: ImageEvent): State => {
  if (event.type === 'begin') return begin(event.src, event.eager);
  if (event.type === 'near') return state.phase === 'waiting' ? { ...state, phase: 'loading' } : state;
  if (event.type === 'retry')
    return state.phase === 'failed'
      ? { ...state, phase: 'loading', attempt: 1, round: state.round + 1 }
      : state;
  if (event.key !== keyOf(state) || state.phase !== 'loading') return state;
  if (event.type === 'shown') return { ...state, phase: 'shown', pausing: false };
  if (event.type === 'again') return { ...state, attempt: state.attempt + 1, pausing: false };
  return state.attempt < event.attempts ? { ...state, pausing: true } : { ...state, phase: 'failed' };
};

/** Decoded before it is drawn, so that it does not appear in stripes or stop the scrolling. */
const decoded = async (image: HTMLImageElement): Promise<void> => image.decode?.();

/**
 * Holds the state of one picture and draws nothing.
 * @example const { phase, room, image } = useLazyImage({ src: '/cover.jpg' });
 * @see `docs/react.md`
 */
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
    // all pictures are printed
    addEventListener('beforeprint', load);
    const stop = room.current
      ? observeNear(room.current, { screens: Math.max(0, screens - 1), throttle }, near => {
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
      // it was loaded or failed before the script ran, so no event follows
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
