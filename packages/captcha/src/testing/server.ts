/** For tests: a server behind fake requests. */
import type { HttpRequest } from '../request.ts';

export interface SentRequest {
  readonly url: string;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly withCredentials: boolean;
  readonly timeout: number;
  aborted: boolean;
}

type Answer = { readonly status: number; readonly text: string } | 'error' | 'timeout' | 'never';

export const success = (data: unknown): Answer => ({ status: 200, text: JSON.stringify({ data }) });
export const refusal = (status: number, code: string, msg: string): Answer => ({
  status,
  text: JSON.stringify({ code, msg }),
});

export class FakeServer {
  readonly requests: SentRequest[] = [];
  readonly answers = new Map<string, (body: Record<string, unknown>) => Answer>();

  on(path: string, answer: Answer | ((body: Record<string, unknown>) => Answer)): this {
    this.answers.set(path, typeof answer === 'function' ? answer : () => answer);
    return this;
  }

  paths(): string[] {
    return this.requests.map(({ url }) => new URL(url, 'https://page.example').pathname);
  }

  readonly createRequest = (): HttpRequest => {
    const headers: Record<string, string> = {};
    const events = new EventTarget();
    let url = '';
    let sent: SentRequest | undefined;
    const xhr = {
      withCredentials: false,
      timeout: 0,
      status: 0,
      responseText: '',
      open: (_method: string, to: string) => {
        url = to;
      },
      setRequestHeader: (name: string, value: string) => {
        headers[name] = value;
      },
      addEventListener: events.addEventListener.bind(events),
      abort: () => {
        if (sent) sent.aborted = true;
      },
      send: (text: string) => {
        const body = JSON.parse(text) as Record<string, unknown>;
        sent = {
          url,
          body,
          headers,
          withCredentials: xhr.withCredentials,
          timeout: xhr.timeout,
          aborted: false,
        };
        this.requests.push(sent);
        const path = new URL(url, 'https://page.example').pathname;
        const answer = this.answers.get(path)?.(body) ?? refusal(404, 'RC_404', 'nothing here');
        queueMicrotask(() => {
          if (sent?.aborted || answer === 'never') return;
          if (typeof answer === 'string') {
            events.dispatchEvent(new Event(answer));
            return;
          }
          xhr.status = answer.status;
          xhr.responseText = answer.text;
          events.dispatchEvent(new Event('load'));
        });
      },
    };
    return xhr;
  };
}
