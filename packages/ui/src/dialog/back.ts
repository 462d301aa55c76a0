/**
 * Lets Back close what is open: each open dialog has a history entry, which goes with it. The page's own entries, and what a router
 * keeps in them, stay as they are.
 */

/** In `history.state`: how many dialogs are open at this entry. */
const KEY = 'rollcall_dialogs';
/** Milliseconds after which a step back counts as done although the browser did not say so. */
const LATEST = 1_000;

interface Layer {
  /** Closes it. @returns whether it closes */
  readonly close: () => boolean;
  /** It is about to close: it needs no entry any more. */
  closing: boolean;
}

let layers: readonly Layer[] = [];
/** The end of a step back of ours that is under way. */
let stepping: (() => void) | undefined;
let waiting: (() => void)[] = [];

const entries = (): number => {
  const { [KEY]: count } = (history.state ?? {}) as { [KEY]?: unknown };
  return typeof count === 'number' ? count : 0;
};

/** Adds and removes entries until there are as many as open dialogs. */
const reconcile = (): void => {
  if (stepping) return;
  const open = layers.filter(({ closing }) => !closing).length;
  try {
    for (let count = entries(); count < open; count += 1)
      // not the instance's: a router replaces it to learn of navigations
      History.prototype.pushState.call(history, { ...history.state, [KEY]: count + 1 }, '');
  } catch {
    // the browser allows no more entries, or none here: Back leaves the page
  }
  const spare = entries() - open;
  if (spare > 0) {
    const timer = setTimeout(() => stepping?.(), LATEST);
    stepping = () => {
      clearTimeout(timer);
      stepping = undefined;
      finish();
    };
    history.go(-spare);
  } else finish();
};

const finish = (): void => {
  const done = waiting;
  waiting = [];
  for (const each of done) each();
};

const onPopState = (): void => {
  if (stepping) {
    stepping();
    // something may have opened or closed meanwhile
    reconcile();
    return;
  }
  const open = layers.filter(({ closing }) => !closing);
  for (let at = open.length - 1; at >= entries(); at -= 1) {
    const layer = open[at];
    if (layer) layer.closing = layer.close();
  }
  // what stays open gets its entry back
  reconcile();
};

/**
 * Gives a dialog its entry. Browser only.
 *
 * @param close closes it; returns whether it closes
 * @returns what to call when it is gone
 */
export const addLayer = (close: () => boolean): { remove: () => void; stay: () => void } => {
  const layer: Layer = { close, closing: false };
  if (layers.length === 0) addEventListener('popstate', onPopState);
  layers = [...layers, layer];
  reconcile();
  return {
    remove: () => {
      layers = layers.filter(one => one !== layer);
      // later: another dialog may open in its place, and takes its entry over
      queueMicrotask(() => void settleBack());
    },
    stay: () => {
      layer.closing = false;
      reconcile();
    },
  };
};

/**
 * Resolves when the entries of closed dialogs are gone: a navigation before would lose them, or be lost. Browser only.
 *
 * @example await settleBack();
 * @see `docs/react.md`
 */
export const settleBack = (): Promise<void> =>
  new Promise(resolve => {
    waiting.push(() => {
      if (layers.length === 0) removeEventListener('popstate', onPopState);
      resolve();
    });
    reconcile();
  });
