/** The network of the gallery: every answer is written down, and nothing leaves the page. */

/** What a call is answered with; `never`: not at all, so that its state stands still; `lost`: the server is not reached. */
export type Answer =
  | 'never'
  | 'lost'
  | { readonly status?: number; readonly data?: unknown; readonly code?: string; readonly more?: object };

/** By the end of a call's path, the longest that fits. What is not here is answered with nothing in it. */
export type Answers = Readonly<Record<string, Answer>>;

let answers: Answers = {};

/** From now on these are the answers. */
export const answerWith = (next: Answers): void => {
  answers = next;
};

const answerOf = (url: string): Answer => {
  const path = new URL(url, location.href).pathname;
  const [end] = Object.keys(answers)
    .filter(one => path.endsWith(one))
    .sort((one, other) => other.length - one.length);
  return (end === undefined ? undefined : answers[end]) ?? { data: {} };
};

/** As much of an XMLHttpRequest as the libraries use. */
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
  #url = '';
  #over = false;

  open(_method: string, url: string | URL): void {
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
    const answer = answerOf(this.#url);
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

/** Puts it in the network's place, for as long as the page stands. */
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
