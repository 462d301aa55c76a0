/** `GET /pictures/NAME.webp`. Names are never reused, so answers are immutable. */
import type { FastifyInstance } from 'fastify';
import { isPictureName, type Pictures } from './pictures.ts';
import { refuse } from '../platform/refusal.ts';

export const addPictures = (server: FastifyInstance, pictures: Pictures): void => {
  server.get<{ Params: { name: string } }>('/pictures/:name.webp', async ({ params: { name } }, reply) => {
    const picture = isPictureName(name) ? await pictures.read(name) : undefined;
    if (!picture) throw refuse('NotFound');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/webp')
      .send(picture);
  });
};
