/* oxlint-disable unicorn/prefer-add-event-listener -- one handler an event, and fewer bytes */
import { baseHost, type Call, type ClientError, headers } from '@rollcall/contract';
import type { Auth } from './client.ts';
import type { CallOptions } from './call-types.ts';
import { AuthError, answerError } from './errors.ts';
import type { UsableTokens } from './token-machine.ts';
import { VERSION } from './version.ts';

type HeaderValue = string | number | boolean | undefined;

/** `?a=b` from the truthy params (specification, section 7); '' if there are none. */
export const queryString = (params: object): string => {
  const text = new URLSearchParams(Object.entries(params).filter(([, value]) => value)).toString();
  return text && `?${text}`;
};

/**
 * Sends one call by XHR, with credentials and a JSON body (specification, sections 3 and 7).
 *
 * @param input the checked body; the checked query of a call without a body
 * @param held the token for the Authorization header; absent: no such header is sent
 * @returns the answer's `data`
 * @throws AuthError RequestTimeout (13), RequestError (14), or the error that the server answered with
 */
export const request = (
  { params, browser }: Pick<Auth, 'params' | 'browser'>,
  call: Call,
  input: object | undefined,
  options: CallOptions = {},
  held?: Pick<UsableTokens, 'type' | 'access'>,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { signal, captcha, enrol } = options;
    const fail = (name: ClientError, message: string) => () => reject(new AuthError(name, message));
    const aborted = fail('RequestError', 'Request aborted.');
    if (signal?.aborted) return aborted();
    const timeout = params.requestTimeout ?? 20_000;
    const shared = params.sharedDevice?.();
    const xhr = browser.createRequest();
    xhr.open(
      call.method,
      baseHost(params, call.host) + call.path + (call.body ? '' : queryString(input ?? {})),
    );
    xhr.withCredentials = true;
    xhr.timeout = timeout;
    const sent: Readonly<Record<string, HeaderValue>> & {
      readonly [N in keyof typeof headers]?: HeaderValue;
    } = {
      productCode: params.product_code,
      pid: params.pid,
      platform: params.platform,
      authVersion: params.auth_version ?? 1,
      clientId: params.client_id ?? params.appid,
      sdkVersion: VERSION,
      net: browser.net(),
      'Accept-Language': browser.language(),
      captchaTicket: captcha?.ticket,
      captchaId: captcha?.id,
      enrol,
      sharedDevice: shared === undefined ? shared : Number(shared),
      Authorization: held && `${held.type} ${held.access}`,
      'Content-Type': call.body && 'application/json',
    };
    for (const name in sent) {
      if (sent[name] !== undefined) {
        xhr.setRequestHeader(headers[name as keyof typeof headers] ?? name, String(sent[name]));
      }
    }

    xhr.onload = () => {
      let body: string | { data?: unknown } | null = xhr.responseText;
      try {
        body = JSON.parse(body) as { data?: unknown } | null;
      } catch {
        // Not JSON, perhaps a proxy's page: the caller gets it as text.
      }
      const data = (body as { data?: unknown } | null)?.data;
      if (xhr.status < 300 && data) resolve(data);
      else reject(answerError(xhr.status, body));
    };
    xhr.onerror = fail('RequestError', 'Network error.');
    xhr.ontimeout = fail('RequestTimeout', `ECONNABORTED:timeout of ${timeout} ms exceeded`);
    xhr.onabort = aborted;
    const abort = () => xhr.abort();
    signal?.addEventListener('abort', abort);
    xhr.onloadend = () => signal?.removeEventListener('abort', abort);
    xhr.send(call.body ? JSON.stringify(input) : null);
  });
