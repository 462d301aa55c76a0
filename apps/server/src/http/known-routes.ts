/** Distinguishes unknown paths (404) from known paths with another method (405). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../platform/refusal.ts';

interface KnownRoute {
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

/** Refuses unknown paths (NotFound) and methods (MethodNotAllowed with Allow) before a body is read. */
export const refuseUnknownRoutes = (server: FastifyInstance): void => {
  const routes = new Map<string, KnownRoute>();
  server.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of Array.isArray(method) ? method : [method]) route.methods.add(name);
    routes.set(url, route);
  });
  const methodsAt = (request: FastifyRequest): string[] => {
    const path = request.url.split('?', 1)[0] ?? '';
    return [...routes.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []));
  };
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const methods = methodsAt(request);
    if (methods.length === 0) throw refuse('NotFound');
    reply.header('allow', [...new Set([...methods, 'OPTIONS'])].join(', '));
    throw refuse('MethodNotAllowed');
  });
  // A route that found nothing, such as a missing static file.
  server.setNotFoundHandler(() => {
    throw refuse('NotFound');
  });
};
