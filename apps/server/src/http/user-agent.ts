/** The browser of a request, by its own word. */
import type { FastifyRequest } from 'fastify';

/** Characters that are read. */
const READ = 300;

export const userAgentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers['user-agent'] ?? '').slice(0, READ);
