/** Drawn pictures of the people. */
import type { FastifyInstance } from 'fastify';
import { html } from './html.ts';
import { findPerson, people } from './people.ts';

const colours = ['#2b5a8c', '#8c3b2b', '#3b6b3b', '#6b4b8c'];

/** The first letter or character, past any markup in the name. */
const initial = (name: string): string => /\p{Letter}/u.exec(name.replace(/<[^>]*>/g, ''))?.[0] ?? '?';

export const avatars = async (app: FastifyInstance): Promise<void> => {
  app.get<{ Params: { file: string } }>('/:file', async (request, reply) => {
    const person = findPerson(request.params.file.replace(/\.svg$/, ''));
    if (!person) return reply.callNotFound();
    const colour = colours[people.indexOf(person) % colours.length] ?? '#444';
    return reply
      .header('Cache-Control', 'public, max-age=3600')
      .type('image/svg+xml')
      .send(
        html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${colour}"/><text x="48" y="64" font-size="48" fill="#fff" text-anchor="middle" font-family="sans-serif">${initial(person.name)}</text></svg>`
          .text,
      );
  });
};
