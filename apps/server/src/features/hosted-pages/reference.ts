/** `/reference`: the reference of calls, fields and refusals for people, as the build wrote it. `/openapi.json` tells programs. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Plain documents with one style sheet. */
const POLICY =
  "default-src 'none';style-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** Adds the routes; none where the reference is not built. @param web the folder of the built pages */
export const addReference = async (server: FastifyInstance, web: string): Promise<void> => {
  const root = join(web, 'reference');
  if (!existsSync(root)) return;
  await server.register(fastifyStatic, { root, serve: false, cacheControl: false });
  for (const file of readdirSync(root)) {
    const path = file === 'index.html' ? '/reference' : `/reference/${file.replace(/\.html$/, '')}`;
    server.get(path, (_, reply) =>
      reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': POLICY }).sendFile(file),
    );
  }
  server.get('/reference/', (_, reply) => reply.redirect('/reference'));
};
