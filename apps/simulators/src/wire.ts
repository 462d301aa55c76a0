/** Reads requests byte for byte, since signatures are over the bytes, not over a framework's parsed values. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Condition } from './conditions.ts';
import type { Simulation } from './simulation.ts';

/** The body as bytes; empty if there is none. */
export const bytesOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);

/** The body of a form. */
export const formOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(bytesOf(request).toString('utf8'));

/** The body's JSON object; undefined if it is none. */
export const objectOf = (request: FastifyRequest): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(bytesOf(request).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

const split = (request: FastifyRequest): [path: string, query: string] => {
  const url = request.raw.url ?? '/';
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
};

export const pathOf = (request: FastifyRequest): string => split(request)[0];
/** The query, without the question mark. */
export const rawQueryOf = (request: FastifyRequest): string => split(request)[1];
export const queryOf = (request: FastifyRequest): URLSearchParams => new URLSearchParams(rawQueryOf(request));

/** A header that occurs once; undefined otherwise. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/**
 * Simulates an outage: waits for the condition `slow`, answers or cuts the connection for `down`.
 *
 * @returns true if the request was answered, so that nothing more may be sent
 */
export const outage = async (
  { wait }: Pick<Simulation, 'wait'>,
  { mode, code, delayMs }: Condition,
  reply: FastifyReply,
): Promise<boolean> => {
  if (mode === 'slow') await wait(delayMs);
  if (mode !== 'down') return false;
  if (code === undefined) {
    reply.hijack();
    reply.raw.destroy();
  } else {
    await reply
      .code(Number(code))
      .type('text/html')
      .send(`<html><head><title>${code}</title></head><body><center><h1>${code}</h1></center></body></html>`);
  }
  return true;
};
