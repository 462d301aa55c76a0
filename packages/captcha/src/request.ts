import { baseHost, type HostKind, headers } from '@rollcall/contract';
import { answerError, CaptchaError } from './errors.ts';
import type { ClientParams } from './params.ts';

/** The members of XMLHttpRequest that this library uses. */
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
 * Posts JSON by XHR with credentials (specification, section 7). An aborted request never settles.
 *
 * @param timeout in milliseconds
 * @returns the answer's `data`
 * @throws CaptchaError RequestTimeout (13), RequestError (14), or the error that the server answered with
 */
export const request = (
  params: ClientParams,
  kind: HostKind,
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
        // Not JSON, perhaps a proxy's page: the caller gets it as text.
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
