/** The fingerprint of the device (specification, sections 4 and 9): a weak signal that nobody ever waits for long. */

/** Section 9 says 10 and no unit. Ten steps of 50 ms are the 500 ms that section 4 gives the script. */
const WAIT_STEPS = 10;
const STEP_MS = 50;
const WAIT_MS = WAIT_STEPS * STEP_MS;

/** What a person does first on a page. Not `focus`: a form that takes it by itself is nobody's doing. */
const FIRST = ['pointerdown', 'keydown'] as const;
/** Heard on its way down, so that no part of the page keeps it back. */
const HEARD = { capture: true };

/** Calls `begin` when the browser is idle, at the latest after 500 ms. */
const whenIdle = (begin: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(begin, { timeout: WAIT_MS });
  else setTimeout(begin, WAIT_MS);
};

/**
 * Starts loading the fingerprint after the page was first touched, pressed or typed on: then when the browser is idle, at
 * the latest after 500 ms. Or at once when it is asked for. It works for a tenth of a second on a slow phone, which a
 * page that is just being shown needs itself, and whoever only looks is not to be told apart.
 *
 * Call it in a browser, when the page that may need a verification is shown.
 *
 * @param load gives the fingerprint, such as
 *   `() => import('@fingerprintjs/fingerprintjs').then(({ load }) => load({ monitoring: false })).then(a => a.get()).then(r => r.visitorId)`
 * @returns the `deviceId` of `verify`: gives the fingerprint, or '' where it failed or took longer than 500 ms from the
 *   asking. It never rejects. A load that failed is tried again at the next asking; one that is late is not begun twice.
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
    for (const kind of FIRST) removeEventListener(kind, first, HEARD);
    whenIdle(() => void begin());
  };
  for (const kind of FIRST) addEventListener(kind, first, HEARD);
  return () =>
    new Promise(resolve => {
      const timer = setTimeout(resolve, WAIT_MS, '');
      const stop = () => clearTimeout(timer);
      void begin().then(resolve).then(stop);
    });
};
