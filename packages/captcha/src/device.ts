/** The device's fingerprint (specification, sections 4 and 9): a weak signal, waited for 500 ms at most. */

/**
 * Section 9: fingerprint script wait, 10. It says no unit: ten checks make up the 500 ms that section 4 gives the script. One
 * timer would end the wait on a page that was busy all the while; between two checks the script goes on.
 */
const CHECKS = 10;
const WAIT_MS = 500;

/**
 * The first interactions with a page. `input` comes alone where text is pasted, dictated or filled in. Not `focus`, which a
 * form can take by itself.
 */
const USES = ['pointerdown', 'keydown', 'input'] as const;
/** The capture phase: no part of the page can stop the event before. */
const CAPTURE = { capture: true };

/** Calls `begin` when the browser is idle, at the latest after 500 ms. */
const whenIdle = (begin: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(begin, { timeout: WAIT_MS });
  else setTimeout(begin, WAIT_MS);
};

/**
 * Loads the fingerprint when the browser is idle after the page was first used, 500 ms after that at the latest, or
 * immediately when it is requested: request it where a challenge becomes likely, as with the call that may be refused for
 * want of one. Not earlier, because it takes about 100 ms on a slow phone, and because a visitor who does not interact is
 * not fingerprinted.
 *
 * Call it in a browser, when a page that may need a verification is shown.
 *
 * @param load resolves with the fingerprint, such as
 *   `() => import('@fingerprintjs/fingerprintjs').then(({ load }) => load({ monitoring: false })).then(a => a.get()).then(r => r.visitorId)`
 * @returns the `deviceId` of `verify`: resolves with the fingerprint, or with '' if it failed or is not there at the last of
 *   ten checks within 500 ms. It never rejects. A failed load is repeated at the next request; a slow one is not started twice.
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
    for (const kind of USES) removeEventListener(kind, first, CAPTURE);
    whenIdle(() => void begin());
  };
  for (const kind of USES) addEventListener(kind, first, CAPTURE);
  return () =>
    new Promise(resolve => {
      let checks = 0;
      const timer = setInterval(() => ++checks < CHECKS || end(''), WAIT_MS / CHECKS);
      const end = (id: string) => {
        clearInterval(timer);
        resolve(id);
      };
      void begin().then(end);
    });
};
