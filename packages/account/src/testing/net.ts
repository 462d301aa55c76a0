import type { HttpRequest } from '../browser-environment.ts';

/** A request that a test answers by hand. */
export interface SentRequest {
  /** The tab that sent it. */
  readonly from: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly xhr: HttpRequest;
  answer(status: number, body: unknown): void;
  lose(): void;
  timeOut(): void;
}

/** The network: what was sent and has not been answered, in order, and everything that was ever sent. */
export interface Net {
  readonly pending: SentRequest[];
  readonly sent: SentRequest[];
  createRequest(from?: string): HttpRequest;
  /** The oldest request without an answer. */
  next(): SentRequest;
}

export const fakeNet = (): Net => {
  const pending: SentRequest[] = [];
  const sent: SentRequest[] = [];
  const event = {} as ProgressEvent;
  return {
    pending,
    sent,
    next: () => {
      const [first] = pending;
      if (!first) throw new Error('Nothing was sent.');
      return first;
    },
    createRequest: (from = '') => {
      let method = '';
      let url = '';
      let body: unknown;
      const headers: Record<string, string> = {};
      const end = (request: SentRequest, set: () => void, fire: (() => unknown) | undefined) => {
        const at = pending.indexOf(request);
        // An aborted request gets no more events.
        if (at < 0) return;
        pending.splice(at, 1);
        set();
        fire?.();
        xhr.onloadend?.call(real, event);
      };
      let current: SentRequest | undefined;
      const xhr = {
        withCredentials: false,
        timeout: 0,
        status: 0,
        responseText: '',
        onload: null,
        onerror: null,
        ontimeout: null,
        onabort: null,
        onloadend: null,
        open: (m: string, u: string) => {
          method = m;
          url = u;
        },
        setRequestHeader: (name: string, value: string) => {
          headers[name] = value;
        },
        send: (text: string | Blob | null) => {
          body = typeof text === 'string' ? JSON.parse(text) : (text ?? undefined);
          const request: SentRequest = {
            from,
            method,
            url,
            headers,
            body,
            xhr,
            answer: (status, answer) =>
              end(
                request,
                () => {
                  Object.assign(xhr, {
                    status,
                    responseText: typeof answer === 'string' ? answer : JSON.stringify(answer),
                  });
                },
                () => xhr.onload?.call(real, event),
              ),
            lose: () =>
              end(
                request,
                () => {},
                () => xhr.onerror?.call(real, event),
              ),
            timeOut: () =>
              end(
                request,
                () => {},
                () => xhr.ontimeout?.call(real, event),
              ),
          };
          current = request;
          pending.push(request);
          sent.push(request);
        },
        abort: () => {
          if (current)
            end(
              current,
              () => {},
              () => xhr.onabort?.call(real, event),
            );
        },
      } as HttpRequest;
      // The handlers' `this`; the library does not use it.
      const real = xhr as XMLHttpRequest;
      return xhr;
    },
  };
};
