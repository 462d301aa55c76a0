/** Every address of the server and its methods, so that what is not there can be told from what takes another method. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../platform/refusal.ts';

interface Address {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map(part => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')))
      .join('/')}$`,
  );

/** Adds the refusals of unknown addresses (NotFound) and methods (MethodNotAllowed with Allow), before a body is read. */
export const refuseUnknownRoutes = (server: FastifyInstance): void => {
  const addresses = new Map<string, Address>();
  server.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return;
    const address = addresses.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of Array.isArray(method) ? method : [method]) address.methods.add(name);
    addresses.set(url, address);
  });
  const methodsAt = (request: FastifyRequest): string[] => {
    const path = request.url.split('?', 1)[0] ?? '';
    return [...addresses.values()].flatMap(({ pattern, methods }) =>
      pattern.test(path) ? [...methods] : [],
    );
  };
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const methods = methodsAt(request);
    if (methods.length === 0) throw refuse('NotFound');
    reply.header('allow', [...new Set([...methods, 'OPTIONS'])].join(', '));
    throw refuse('MethodNotAllowed');
  });
  // What a route itself finds to be absent (a static file).
  server.setNotFoundHandler(() => {
    throw refuse('NotFound');
  });
};
