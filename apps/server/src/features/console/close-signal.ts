import type { FastifyReply } from 'fastify';

/**
 * A signal that is aborted when the connection closes before the answer is sent. fastify's `request.signal` is also
 * aborted once a body is read.
 */
export const closeSignal = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  if (raw.destroyed) controller.abort();
  return controller.signal;
};
