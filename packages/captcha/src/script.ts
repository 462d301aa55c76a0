/** Vendors' scripts. A script that came is kept by its global; one that did not is forgotten and loaded again. */
import { CaptchaError, fatal } from './errors.ts';

/** Those on their way, by address, so that two verifications share one. */
const coming = new Map<string, Promise<void>>();

const fetchScript = (address: string, timeout: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (error: CaptchaError) => {
      over();
      script.remove();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new CaptchaError('CaptchaVendorTimeout', 'some error occurred', { body: address })),
      timeout,
    );
    const over = () => {
      clearTimeout(timer);
      coming.delete(address);
    };
    script.addEventListener('load', () => {
      over();
      resolve();
    });
    script.addEventListener('error', () => fail(fatal(address)));
    script.src = address;
    document.head.append(script);
  });

/**
 * The global that a vendor's script makes, loading the script where it is not there yet.
 *
 * @param timeout in ms
 * @throws CaptchaError CaptchaVendorError 'fatal error occurred' where the script was blocked or made no such global,
 *   CaptchaVendorTimeout 'some error occurred' where it was slow
 */
export const vendorGlobal = async (address: string, name: string, timeout: number): Promise<unknown> => {
  const globals = globalThis as unknown as Record<string, unknown>;
  if (!globals[name]) {
    let loading = coming.get(address);
    if (!loading) coming.set(address, (loading = fetchScript(address, timeout)));
    await loading;
  }
  if (!globals[name]) throw fatal(name);
  return globals[name];
};
