/**
 * `POST /usage/v1/events` on node's own HTTP: this request arrives thousands of times a second, and fastify's hooks, routing
 * and log would cost more than the events do.
 */
import { inThisSpan } from '../../platform/tracing.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { headers, type RefusalName } from '@rollcall/contract';
import type { Logger } from 'pino';
import { type Answer, faultAnswer, refusalAnswer, refusalOf } from '../../http/answers.ts';
import type { Trust } from '../../http/trust.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Admission } from './admission.ts';
import { type Collector, LONGEST_BODY } from './collector.ts';
import type { RecentRefusals } from './recent-refusals.ts';
import { senderIp } from './sender-ip.ts';

export const EVENTS_PATH = '/usage/v1/events';
const none: readonly string[] = [];
/** Delay in ms of a refusal for overload: clients that ignore Retry-After would otherwise take the time of other batches. */
const HELD = 500;
/** Bytes that are still read of a body that is too large, so that its sender reads the answer. */
const DRAINED = 1024 * 1024;

export interface CollectorHttpOptions {
  readonly collector: Pick<Collector, 'take'>;
  readonly admission: Admission;
  readonly trust: Trust;
  readonly requestId: (request: IncomingMessage) => string;
  readonly corsHeaders: (origin: string | undefined) => readonly string[];
  readonly log: Pick<Logger, 'error' | 'debug'>;
  /** True once the server is stopping. */
  readonly stopping: () => boolean;
  /** Told what is refused before the collector sees it. */
  readonly refusals: Pick<RecentRefusals, 'add'>;
  readonly now: () => number;
  /** Called at the end of each request, with the seconds that it took. */
  readonly onAnswer: (status: number, refusal: RefusalName | 'fault' | undefined, seconds: number) => void;
}

/** Answers a request to the collector. It never throws, and always answers who is still there. */
export type AnswerEvents = (request: IncomingMessage, response: ServerResponse) => void;

export const createCollectorHttp = (options: CollectorHttpOptions): AnswerEvents => {
  const { collector, admission, trust, requestId, corsHeaders, log, stopping, refusals, now, onAnswer } =
    options;
  const note = (why: RefusalName) => refusals.add({ at: now(), why, batch: true });

  return (request, response) => {
    const begun = performance.now();
    const id = requestId(request);

    const send = (status: number, more: readonly string[], body: string, last: boolean): void => {
      response.writeHead(status, [
        headers.requestId,
        id,
        'content-type',
        'application/json; charset=utf-8',
        'cache-control',
        'no-store',
        'x-content-type-options',
        'nosniff',
        'content-length',
        String(Buffer.byteLength(body)),
        ...corsHeaders(request.headers.origin),
        ...more,
        ...(last || stopping() ? ['connection', 'close'] : []),
      ]);
      response.end(body);
    };
    const answered = (status: number, refusal?: RefusalName | 'fault'): void =>
      onAnswer(status, refusal, (performance.now() - begun) / 1000);
    /** @param last the body is not read to its end, so nothing can follow on the connection */
    const refuseWith = (answer: Answer, name: RefusalName | 'fault', last: boolean): void => {
      send(answer.status, Object.entries(answer.headers).flat(), JSON.stringify(answer.body), last);
      answered(answer.status, name);
    };
    const fail = (error: unknown, last: boolean): void => {
      const refusal = refusalOf(error);
      if (refusal) log.debug({ request_id: id, refusal: refusal.refusal }, 'events refused');
      else log.error({ err: error, request_id: id }, 'fault');
      const answer = refusal ? refusalAnswer(refusal.refusal, refusal.detail) : faultAnswer(id);
      refuseWith(answer, refusal?.refusal ?? 'fault', last);
    };

    const failure = unreadable(request);
    if (failure) {
      note(failure.refusal);
      fail(failure, true);
      drain(request);
      return;
    }
    const ip = senderIp(request, trust);
    const later = admission.enter(ip);
    if (later !== undefined) {
      note('TooBusy');
      // Read and thrown away, for the connection's sake: its length is known to be small, or it is closed.
      // Not thrown and caught: in a rush this has to cost next to nothing.
      const answer = refusalAnswer('TooBusy', { data: { retry_after: later } });
      const last = request.headers['content-length'] === undefined;
      drain(request);
      setTimeout(() => refuseWith(answer, 'TooBusy', last), HELD);
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    let over = false;
    const leave = (): boolean => {
      if (over) return false;
      over = true;
      admission.leave(ip, bytes);
      return true;
    };
    const answer = inThisSpan(async (body: Buffer): Promise<void> => {
      try {
        const { accepted, refused } = await collector.take(body, ip);
        if (!leave()) return;
        const list = refused.length === 0 ? '[]' : JSON.stringify(refused);
        send(200, none, `{"data":{"accepted":${accepted},"refused":${list}}}`, false);
        answered(200);
      } catch (error) {
        if (leave()) fail(error, false);
      }
    });
    request.on('data', (chunk: Buffer) => {
      if (over) return;
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= LONGEST_BODY) return;
      leave();
      note('TooLarge');
      fail(refuse('TooLarge'), true);
      drain(request);
    });
    // A sender that closes before the end of the body gets no answer.
    request.on('error', leave);
    request.on('close', () => {
      if (!request.complete) leave();
    });
    request.on('end', () => {
      if (over) return;
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      void answer(body);
    });
  };
};

/** What is refused by its headers alone. */
const unreadable = ({ headers: given }: IncomingMessage) => {
  const type = given['content-type'] ?? 'text/plain';
  if (!/^text\/plain\s*(?:;|$)/i.test(type) || given['content-encoding'] !== undefined) {
    return refuse('WrongType', { message: 'The body must be text/plain, without a content encoding.' });
  }
  return Number(given['content-length'] ?? 0) > LONGEST_BODY ? refuse('TooLarge') : undefined;
};

/** Reads and discards the rest of a body; the connection of a slow sender is closed. */
const drain = (request: IncomingMessage): void => {
  let bytes = 0;
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAINED) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
};
