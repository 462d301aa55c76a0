/** The client of the operators' calls, typed by the contract. */
import type { AnswerOf, BodyOf, ConsoleCall, ConsoleCallName, ConsoleCalls, QueryOf } from './calls.ts';
import { consoleCalls } from './calls.ts';
import { Refused, refusedBy } from './refused.ts';

/** Milliseconds after which a call is aborted. */
export const TIMEOUT_MS = 20_000;
/** Of calls that wait for vendors: the longest time that ROLLCALL_SENDER_TIMEOUT_MS gives each, for two of them. */
const longTimeouts: Readonly<Partial<Record<ConsoleCallName, number>>> = { sendTestMessage: 130_000 };

type Given<K extends string, T> = [T] extends [undefined] ? unknown : { readonly [P in K]: T };
type Sparse<Q> = {
  readonly [K in keyof Q]: Partial<Pick<Q, K>> extends Pick<Q, K> ? Q[K] | '' | undefined : Q[K];
};
/** The query of a call as a view has it: what may be left out and is empty is not sent. */
export type SparseQueryOf<C extends ConsoleCall> = Sparse<QueryOf<C>>;
/** The input of a call: query and body, if the call has them. */
export type InputOf<C extends ConsoleCall> = Given<'query', SparseQueryOf<C>> & Given<'body', BodyOf<C>>;

export interface ClientOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Called when the session has ended. */
  readonly onSignedOut?: () => void;
  /** Called when the operator has to set up a second factor before anything else. */
  readonly onSetupRequired?: () => void;
  /**
   * Asks the operator to prove who they are, when a call needs it; the call is repeated then. Rejects if they do not.
   */
  readonly askProof?: () => Promise<void>;
}

export interface Client {
  /**
   * Sends a call with the session's cookie.
   * @param signal aborts the call, which then rejects with the signal's reason
   * @throws Refused if the server refuses, can't be reached, or does not answer within its time
   */
  call<N extends ConsoleCallName>(
    name: N,
    input: InputOf<ConsoleCalls[N]>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<ConsoleCalls[N]>>;
}

/** The query string of a call, with `?`; empty values are left out. */
export const writeQuery = (query: Readonly<Record<string, unknown>>): string => {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one === undefined || one === null || one === '') continue;
      written.append(name, String(one));
    }
  }
  const text = written.toString();
  return text === '' ? '' : `?${text}`;
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The data of SecondFactorRequired: the ticket of the second step, or that a factor must be set up. */
export const isSetupRequired = ({ name, data }: Refused): boolean =>
  name === 'SecondFactorRequired' && typeof data === 'object' && data !== null && 'setup' in data;

export const createClient = ({ fetch, onSignedOut, onSetupRequired, askProof }: ClientOptions): Client => {
  const send: Client['call'] = async (name, input, signal) => {
    const { method, path, role }: ConsoleCall = consoleCalls[name];
    const { query, body } = input as { query?: Record<string, unknown>; body?: unknown };
    // AbortSignal.any is missing in the oldest supported browsers
    const controller = new AbortController();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, longTimeouts[name] ?? TIMEOUT_MS);
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      const response = await fetch(`${path}${query ? writeQuery(query) : ''}`, {
        method,
        credentials: 'same-origin',
        signal: controller.signal,
        headers:
          body === undefined
            ? { Accept: 'application/json' }
            : { Accept: 'application/json', 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = readJson(await response.text());
      if (response.ok && typeof answer === 'object' && answer !== null && 'data' in answer)
        return answer.data as AnswerOf<ConsoleCalls[typeof name]>;
      const refused = refusedBy(response.status, answer, response.headers.get('x-request-id'));
      if (refused.status === 401 && role !== 'none') onSignedOut?.();
      if (isSetupRequired(refused)) onSetupRequired?.();
      throw refused;
    } catch (thrown) {
      if (thrown instanceof Refused) throw thrown;
      if (signal?.aborted) throw signal.reason;
      throw new Refused(late ? 'TimedOut' : 'Unreachable');
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };
  return {
    call: async (name, input, signal) => {
      try {
        return await send(name, input, signal);
      } catch (thrown) {
        if (!askProof || !(thrown instanceof Refused) || thrown.name !== 'ProofRequired') throw thrown;
        await askProof();
        signal?.throwIfAborted();
        return send(name, input, signal);
      }
    },
  };
};
