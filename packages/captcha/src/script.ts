/** Loads vendors' scripts. A failed load is repeated at the next request. */
import { CaptchaError, fatal } from './errors.ts';

/** Loads in progress by URL, so that two verifications share one. */
const loads = new Map<string, Promise<void>>();

const fetchScript = (url: string, timeout: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (error: CaptchaError) => {
      finish();
      script.remove();
      reject(error);
    };
    const timer = setTimeout(
      () =>
        fail(
          new CaptchaError('CaptchaVendorTimeout', 'some error occurred', { body: url, unanswered: true }),
        ),
      timeout,
    );
    const finish = () => {
      clearTimeout(timer);
      loads.delete(url);
    };
    script.addEventListener('load', () => {
      finish();
      resolve();
    });
    script.addEventListener('error', () => fail(fatal(url, { unanswered: true })));
    script.src = url;
    document.head.append(script);
  });

/**
 * Loads a vendor's script unless its global exists already.
 *
 * @param timeout in milliseconds
 * @returns the global of that name
 * @throws CaptchaError CaptchaVendorError 'fatal error occurred' if the script was blocked or did not define the global,
 *   CaptchaVendorTimeout 'some error occurred' if it took longer than the time-out
 */
export const vendorGlobal = async (url: string, name: string, timeout: number): Promise<unknown> => {
  const globals = globalThis as unknown as Record<string, unknown>;
  if (!globals[name]) {
    let loading = loads.get(url);
    if (!loading) loads.set(url, (loading = fetchScript(url, timeout)));
    await loading;
  }
  // A portal that asks for a sign-in answers with a page of its own, a blocker with an empty script.
  if (!globals[name]) throw fatal(name, { unanswered: true });
  return globals[name];
};
