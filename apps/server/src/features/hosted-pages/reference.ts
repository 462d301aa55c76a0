/**
 * `/reference`: the reference of calls, fields and refusals for people; `/guides`: the guides; as the build wrote them.
 * `/openapi.json` tells programs.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Plain documents with one style sheet. */
const POLICY =
  "default-src 'none';style-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** Adds the routes of those that are built. @param web the folder of the built pages */
export const addReference = async (server: FastifyInstance, web: string): Promise<void> => {
  const built = ['reference', 'guides'].filter(name => existsSync(join(web, name)));
  if (built.length > 0)
    await server.register(fastifyStatic, { root: web, serve: false, cacheControl: false });
  for (const name of built) {
    for (const file of readdirSync(join(web, name))) {
      const path = file === 'index.html' ? `/${name}` : `/${name}/${file.replace(/\.html$/, '')}`;
      server.get(path, (_, reply) =>
        reply
          .headers({ 'cache-control': 'no-cache', 'content-security-policy': POLICY })
          .sendFile(`${name}/${file}`),
      );
    }
    server.get(`/${name}/`, (_, reply) => reply.redirect(`/${name}`));
  }
};
