/** Sends a request of the API, and sends it again where that may help. */
import { refusals, type RefusalName } from '@rollcall/contract';
import type { ApiCall } from '@rollcall/contract/api';
import { ApiError } from './errors.ts';

export interface RequestOptions {
  /** The public URL of Rollcall. */
  readonly url: string;
  /** A service token. */
  readonly token: string;
  /** Milliseconds until a request is given up. @default 20000 */
  readonly timeout?: number;
  /** Times that a request is sent again. @default 3 */
  readonly retries?: number;
  /** @default fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Waits so many milliseconds. @default setTimeout */
  readonly wait?: (ms: number) => Promise<void>;
}

const TIMEOUT = 20_000;
const RETRIES = 3;
/** Milliseconds before a request is sent again, where the server names no time; doubled each time. */
const PAUSE = 500;
/** The longest time, in ms, that is waited because the server says so. */
const LONGEST_PAUSE = 60_000;

const names = new Map(
  Object.entries(refusals).map(([name, { code, status }]) => [`${code} ${status}`, name as RefusalName]),
);

interface Answer {
  readonly data?: unknown;
  readonly code?: string;
  readonly msg?: string;
  readonly request_id?: string;
}

const refusedBy = (response: Response, answer: Answer | undefined): ApiError => {
  const { code, msg, data } = answer ?? {};
  return new ApiError(msg ?? `The server answered ${response.status}.`, {
    refusal: names.get(`${code} ${response.status}`),
    status: response.status,
    code,
    field: (data as { field?: string } | undefined)?.field,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
};

/** Milliseconds until another try makes sense; undefined: none does. */
const pauseAfter = (response: Response, tries: number): number | undefined => {
  if (response.status !== 429 && response.status < 500) return undefined;
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_PAUSE) : PAUSE * 2 ** tries;
};

const readAnswer = async (response: Response): Promise<Answer | undefined> => {
  try {
    return (await response.json()) as Answer;
  } catch {
    return undefined;
  }
};

/**
 * Makes the function that sends calls. A call that changes something has one Idempotency-Key for all its tries, so that it is done once.
 */
export const createSend = (options: RequestOptions) => {
  const { url, token, timeout = TIMEOUT, retries = RETRIES, fetch: send = globalThis.fetch } = options;
  const wait = options.wait ?? (ms => new Promise<void>(resolve => setTimeout(resolve, ms)));

  return async (
    call: ApiCall,
    input: { readonly query?: object; readonly body?: unknown; readonly idempotencyKey?: string },
  ): Promise<unknown> => {
    const target = new URL(call.path, url);
    for (const [name, value] of Object.entries(input.query ?? {}))
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
        if (one !== undefined) target.searchParams.append(name, String(one));
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
    if (call.body) headers['content-type'] = 'application/json';
    if (call.act !== undefined)
      headers['idempotency-key'] = input.idempotencyKey ?? globalThis.crypto.randomUUID();
    const body = call.body && JSON.stringify(input.body ?? {});
    for (let tries = 0; ; tries += 1) {
      let problem: ApiError;
      let pause: number | undefined = PAUSE * 2 ** tries;
      try {
        const response = await send(target, {
          method: call.method,
          headers,
          signal: AbortSignal.timeout(timeout),
          // The token is for this server alone.
          redirect: 'error',
          ...(body === undefined ? {} : { body }),
        });
        // Done, but cut off: a write under its key is answered again.
        if (response.ok) return ((await response.json()) as Answer).data;
        problem = refusedBy(response, await readAnswer(response));
        pause = pauseAfter(response, tries);
      } catch (error) {
        problem = new ApiError('The server gave no answer that can be read.', { status: 0, cause: error });
      }
      if (pause === undefined || tries >= retries) throw problem;
      await wait(pause);
    }
  };
};
