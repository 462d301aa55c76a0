/** A closed loop: `concurrency` callers, each making its next request when the last one is answered. */
import { Agent, request } from 'node:http';

export interface Figures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly done: number;
}

/**
 * Runs `work` in a closed loop for `ms` milliseconds.
 * @param work one operation; it throws when the answer is not the expected one, which ends the measurement
 */
export async function measure(
  concurrency: number,
  ms: number,
  work: (caller: number) => Promise<void>,
): Promise<Figures> {
  const times: number[] = [];
  const begun = performance.now();
  const until = begun + ms;
  const caller = async (index: number) => {
    for (let from = performance.now(); from < until; from = performance.now()) {
      await work(index);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, index) => caller(index)));
  const seconds = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), done: times.length };
}

/** What each of the concurrent callers asks for, again and again. */
export interface Load {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly caller: (index: number) => { readonly headers?: Record<string, string>; readonly body?: unknown };
}

/**
 * The same loop by autocannon, which costs a third of what node's own client does: on two cores that is a good part of
 * what is measured. Only 200s count; any other answer ends the measurement.
 */
export async function measureHttp(
  concurrency: number,
  ms: number,
  { method, url, caller }: Load,
): Promise<Figures> {
  let next = 0;
  // Loaded here, as sections without HTTP need no peer.
  const { default: autocannon } = await import('autocannon');
  const result = await autocannon({
    url,
    method,
    connections: concurrency,
    duration: ms / 1000,
    setupClient: client => {
      const { headers, body } = caller(next++);
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      client.setHeadersAndBody(
        { ...type, ...headers },
        body === undefined ? undefined : JSON.stringify(body),
      );
    },
  });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} other answers, ${result.errors} errors.`);
  const { total } = result.requests;
  return {
    perSecond: total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    done: total,
  };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Measures each of `subjects` in turn, `rounds` times over, and joins the rounds: what drifts, drifts for all. */
export async function inTurn(
  subjects: Record<string, () => Promise<Figures>>,
  rounds: number,
): Promise<Record<string, Figures>> {
  const all: Record<string, Figures[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(subjects)) (all[name] ??= []).push(await run());
  return Object.fromEntries(
    Object.entries(all).map(([name, runs]) => [
      name,
      {
        perSecond: median(runs.map(run => run.perSecond)),
        p50: median(runs.map(run => run.p50)),
        p99: median(runs.map(run => run.p99)),
        done: runs.reduce((sum, run) => sum + run.done, 0),
      },
    ]),
  );
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly cookies: readonly string[];
  /** Where it leads to; empty: nowhere. */
  readonly location: string;
}

/**
 * One HTTP request over a kept connection.
 * @param body sent as JSON; a form as one
 */
export function send(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  const payload = body === undefined ? undefined : isForm ? body.toString() : JSON.stringify(body);
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        agent,
        headers: {
          ...(payload === undefined
            ? {}
            : { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        },
      },
      incoming => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            cookies: incoming.headers['set-cookie'] ?? [],
            location: incoming.headers.location ?? '',
          }),
        );
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** The answer's body, or an error that shows what came instead. */
export async function ok<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`HTTP ${status}: ${body.slice(0, 300)}`);
  return JSON.parse(body) as T;
}
