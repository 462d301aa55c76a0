/** The device's fingerprint (specification, sections 4 and 9): a weak signal, waited for 500 ms at most. */

/** Section 9 says 10 and no unit. Ten steps of 50 ms are the 500 ms that section 4 gives the script. */
const WAIT_STEPS = 10;
const STEP_MS = 50;
const WAIT_MS = WAIT_STEPS * STEP_MS;

/** The first interactions with a page. Not `focus`, which a form can take by itself. */
const FIRST = ['pointerdown', 'keydown'] as const;
/** The capture phase: no part of the page can stop the event before. */
const CAPTURE = { capture: true };

/** Calls `begin` when the browser is idle, at the latest after 500 ms. */
const whenIdle = (begin: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(begin, { timeout: WAIT_MS });
  else setTimeout(begin, WAIT_MS);
};

/**
 * Loads the fingerprint when the browser is idle after the first interaction with the page, 500 ms after it at the
 * latest, or immediately when it is requested. Not earlier, because it takes about 100 ms on a slow phone, and
 * because a
 * visitor who does not interact is not fingerprinted.
 *
 * Call it in a browser, when a page that may need a verification is shown.
 *
 * @param load resolves with the fingerprint, such as
 *   `() => import('@fingerprintjs/fingerprintjs').then(({ load }) => load({ monitoring: false })).then(a => a.get()).then(r => r.visitorId)`
 * @returns the `deviceId` of `verify`: resolves with the fingerprint, or with '' if it failed or took longer than 500 ms.
 *   It never rejects. A failed load is repeated at the next request; a slow one is not started twice.
 * @example const deviceId = device(async () => 'of this device');
 * @see `docs/react.md`
 */
export const device = (load: () => Promise<string>): (() => Promise<string>) => {
  let loading: Promise<string> | undefined;
  const begin = () => {
    loading ??= (async () => load())().catch(() => {
      loading = undefined;
      return '';
    });
    return loading;
  };
  const first = () => {
    for (const kind of FIRST) removeEventListener(kind, first, CAPTURE);
    whenIdle(() => void begin());
  };
  for (const kind of FIRST) addEventListener(kind, first, CAPTURE);
  return () =>
    new Promise(resolve => {
      const timer = setTimeout(resolve, WAIT_MS, '');
      const stop = () => clearTimeout(timer);
      void begin().then(resolve).then(stop);
    });
};
