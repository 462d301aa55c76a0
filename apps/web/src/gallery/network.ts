/** The gallery's network: every answer is prepared, and no request leaves the page. */

/** The answer to a call; `never`: none, so that the loading state stays; `lost`: the server is unreachable. */
export type Answer =
  | 'never'
  | 'lost'
  | { readonly status?: number; readonly data?: unknown; readonly code?: string; readonly more?: object };

/** By the longest matching suffix of the call's path, perhaps after its method: `POST accounts/age`. Other calls get an empty answer. */
export type Answers = Readonly<Record<string, Answer>>;

let answers: Answers = {};

/** Replaces the answers. */
export const answerWith = (next: Answers): void => {
  answers = next;
};

const answerOf = (url: string, method = 'GET'): Answer => {
  const path = new URL(url, location.href).pathname;
  const [end] = Object.keys(answers)
    .filter(
      one =>
        path.endsWith(one) || (one.startsWith(`${method} `) && path.endsWith(one.slice(method.length + 1))),
    )
    .sort((one, other) => other.length - one.length);
  return (end === undefined ? undefined : answers[end]) ?? { data: {} };
};

/** The part of XMLHttpRequest that the libraries use. */
class WrittenRequest extends EventTarget {
  withCredentials = false;
  timeout = 0;
  status = 0;
  responseText = '';
  readonly upload = new EventTarget();
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  #method = '';
  #url = '';
  #over = false;

  open(method: string, url: string | URL): void {
    this.#method = method;
    this.#url = String(url);
  }
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  abort(): void {
    this.#end('abort');
  }
  send(): void {
    const answer = answerOf(this.#url, this.#method);
    if (answer === 'never') return;
    queueMicrotask(() => {
      if (answer === 'lost') {
        this.#end('error');
        return;
      }
      const { status = 200, data, code, more } = answer;
      this.status = status;
      this.responseText = JSON.stringify(code === undefined ? { data } : { code, msg: code, ...more });
      this.#end('load');
    });
  }
  #end(name: 'abort' | 'error' | 'load'): void {
    if (this.#over) return;
    this.#over = true;
    for (const each of [name, 'loadend'] as const) {
      this[`on${each}`]?.();
      this.dispatchEvent(new Event(each));
    }
  }
}

/** Replaces the page's network for as long as the page lives. */
export function closeNetwork(): void {
  globalThis.XMLHttpRequest = WrittenRequest as unknown as typeof XMLHttpRequest;
  globalThis.fetch = async input => {
    const answer = answerOf(input instanceof Request ? input.url : String(input));
    if (answer === 'lost') throw new TypeError('lost');
    if (answer === 'never') return new Promise<Response>(() => {});
    return typeof answer.data === 'string'
      ? new Response(answer.data, { headers: { 'content-type': 'text/html' } })
      : Response.json({ data: answer.data });
  };
}
