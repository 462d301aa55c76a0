/** The fingerprint of the device (specification, sections 4 and 9): a weak signal that nobody ever waits for long. */

/** Section 9 says 10 and no unit. Ten steps of 50 ms are the 500 ms that section 4 gives the script. */
const WAIT_STEPS = 10;
const STEP_MS = 50;
const WAIT_MS = WAIT_STEPS * STEP_MS;

/**
 * Starts loading the fingerprint when the browser is idle, at the latest after 500 ms, or at once when it is asked for.
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
  if (typeof requestIdleCallback === 'function')
    requestIdleCallback(() => void begin(), { timeout: WAIT_MS });
  else setTimeout(begin, WAIT_MS);
  return () =>
    new Promise(resolve => {
      const timer = setTimeout(resolve, WAIT_MS, '');
      const stop = () => clearTimeout(timer);
      void begin().then(resolve).then(stop);
    });
};
