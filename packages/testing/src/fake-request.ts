/** An XMLHttpRequest that asks a function instead of a server. */
import type { HttpRequest } from '@rollcall/account';

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: it has none, or it is a file. */
  readonly body: unknown;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** @param answer a rejection is a network that failed */
export function fakeRequest(answer: (request: SentRequest) => Promise<Answered>): HttpRequest {
  let method = '';
  let url = '';
  let ended = false;
  const headers: Record<string, string> = {};
  const end = (event: 'onload' | 'onerror' | 'onabort') => {
    if (ended) return;
    ended = true;
    // The library's handlers take no event.
    (request[event] as (() => void) | null)?.();
    (request.onloadend as (() => void) | null)?.();
  };
  const respond = async (asked: SentRequest) => {
    try {
      const { status, body } = await answer(asked);
      Object.assign(request, { status, responseText: JSON.stringify(body) });
      end('onload');
    } catch {
      end('onerror');
    }
  };
  const request: HttpRequest = {
    withCredentials: false,
    timeout: 0,
    status: 0,
    responseText: '',
    onload: null,
    onerror: null,
    ontimeout: null,
    onabort: null,
    onloadend: null,
    open: (toMethod: string, toUrl: string | URL) => {
      method = toMethod;
      url = String(toUrl);
    },
    setRequestHeader: (name, value) => {
      headers[name.toLowerCase()] = value;
    },
    abort: () => end('onabort'),
    send: sent => {
      const body: unknown = typeof sent === 'string' ? JSON.parse(sent) : undefined;
      void respond({ method, url, headers, body });
    },
  };
  return request;
}
