/** HTTP calls to the vendors of sign-in and human verification, and the error of those that fail. */
import { beginningOf } from './beginning-of.ts';
import { traced } from './tracing.ts';
import { withTimeout } from './timeout.ts';

/**
 * unavailable: no answer in time, an HTTP error, overloaded, or an unreadable answer. misconfigured: the vendor does
 * not accept this site's keys. refused: the vendor does not accept what the browser sent.
 */
export type VendorErrorKind = 'unavailable' | 'misconfigured' | 'refused';

/** A vendor did not answer. The error has a code and nothing of the request. */
export class VendorError extends Error {
  override readonly name = 'VendorError';
  constructor(
    readonly kind: VendorErrorKind,
    /** The vendor's own code, an HTTP status, or what happened. For the log. */
    readonly reason: string,
  ) {
    super(`${kind}: ${reason}`);
  }
}

/** Runs a call that may take so many milliseconds. @throws VendorError unavailable, `timeout`. */
export const callVendor = <T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withTimeout(timeoutMs, call, () => new VendorError('unavailable', 'timeout'));

/** A request to somebody else as a span that names the host: paths and queries have keys and codes. */
export const tracedRequest = <T>(method: string, url: string, send: () => Promise<T>): Promise<T> =>
  traced(
    () => ({
      name: method,
      kind: 'client',
      attributes: { 'http.request.method': method, 'server.address': new URL(url).hostname },
    }),
    send,
  );

/** Maximum characters of an answer, beyond which it is not read; the vendors' have some hundred. */
const LONGEST = 64 * 1024;

/**
 * The text that a vendor answers.
 * @param init the body: fields of a form, or a text of JSON
 * @throws VendorError unavailable: no answer in time, no success, or a text of more than 64 Ki characters.
 */
export const fetchVendor = (
  url: string,
  timeoutMs: number,
  init: { readonly method?: string; readonly body?: URLSearchParams | string } = {},
): Promise<string> => tracedRequest(init.method ?? 'GET', url, () => askVendor(url, timeoutMs, init));

const askVendor = (
  url: string,
  timeoutMs: number,
  init: { readonly method?: string; readonly body?: URLSearchParams | string },
): Promise<string> =>
  callVendor(timeoutMs, async signal => {
    let response: Response;
    let text: string | undefined;
    try {
      response = await fetch(url, {
        ...init,
        ...(typeof init.body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
        redirect: 'error',
        signal,
      });
      if (response.ok) text = await beginningOf(response, LONGEST + 1);
      else await response.body?.cancel();
    } catch (error) {
      throw new VendorError('unavailable', networkReason(error));
    }
    if (text === undefined) throw new VendorError('unavailable', `HTTP ${response.status}`);
    if (text.length > LONGEST) throw new VendorError('unavailable', 'unreadable answer');
    return text;
  });

/** A short code of a network error. Its message may contain whole URLs, with secrets in the query. */
export const networkReason = (error: unknown): string => {
  const { code, cause, name } = (error ?? {}) as {
    code?: unknown;
    cause?: { code?: unknown };
    name?: unknown;
  };
  const found = [code, cause?.code, name].find(
    part => typeof part === 'string' && /^\w[\w.-]{0,60}$/.test(part),
  );
  return String(found ?? 'no answer');
};
