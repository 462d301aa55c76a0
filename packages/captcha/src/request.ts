import { headers } from '@rollcall/contract';
import { answerError, CaptchaError } from './errors.ts';
import { baseHost, type ClientParams } from './params.ts';

/** What this library uses of an XMLHttpRequest. */
export type HttpRequest = Pick<
  XMLHttpRequest,
  | 'open'
  | 'send'
  | 'abort'
  | 'setRequestHeader'
  | 'withCredentials'
  | 'timeout'
  | 'status'
  | 'responseText'
  | 'addEventListener'
>;

/**
 * Posts JSON by XHR with credentials (specification, section 7) and gives the answer's `data`. Aborted, it never settles.
 *
 * @param timeout in ms
 * @throws CaptchaError RequestTimeout (13), RequestError (14), or what the server answered
 */
export const request = (
  params: ClientParams,
  kind: 'main' | 'platform',
  path: string,
  body: object,
  timeout: number,
  xhr: HttpRequest,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    xhr.open('POST', baseHost(params, kind) + path);
    xhr.withCredentials = true;
    xhr.timeout = timeout;
    xhr.setRequestHeader(headers.productCode, String(params.product_code));
    xhr.setRequestHeader(headers.pid, params.pid);
    xhr.setRequestHeader(headers.platform, String(params.platform));
    xhr.setRequestHeader('Content-Type', 'application/json');
    xhr.addEventListener('load', () => {
      let answer: string | { data?: unknown } | null = xhr.responseText;
      try {
        answer = JSON.parse(answer) as { data?: unknown } | null;
      } catch {
        // Not ours, a proxy's page perhaps; it reaches the caller as it is.
      }
      const data = (answer as { data?: unknown } | null)?.data;
      if (xhr.status < 300 && data) resolve(data);
      else reject(answerError(xhr.status, answer));
    });
    xhr.addEventListener('error', () => reject(new CaptchaError('RequestError', 'Network error.')));
    xhr.addEventListener('timeout', () =>
      reject(new CaptchaError('RequestTimeout', `ECONNABORTED:timeout of ${timeout} ms exceeded`)),
    );
    xhr.send(JSON.stringify(body));
  });
