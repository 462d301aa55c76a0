/** The built pages: hashed files under `/static/`, and the HTML documents by language and theme. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { refuse } from '../refuse.ts';
import { acceptedEncoding, Documents } from './documents.ts';
import { pageLanguage, pageTheme } from './language.ts';

/** Address and name of each page. */
export const pages = {
  '/': 'index',
  '/sign-in': 'sign-in',
  '/sign-up': 'sign-up',
  '/reset': 'reset',
  // Where WeChat and QQ send people back to.
  '/oauth/:provider': 'oauth',
  '/account': 'account',
} as const;

/** A hash in the file's name: eight or more hexadecimal digits, or the like of it, between dots or dashes. */
const HASHED = /[.-][0-9a-f]{8,64}\.[\w.]+$/;

/** Adds the pages. A folder that is not built yet is told in the log; its addresses are then not found. */
export const addStatic = async (
  server: FastifyInstance,
  config: Pick<Config, 'web' | 'env'>,
): Promise<void> => {
  const files = join(config.web, 'static');
  if (existsSync(files)) await server.register(scope => addFiles(scope, files));
  else server.log.warn({ folder: config.web }, 'the pages are not built; only the calls are served');
  const documents = await Documents.read(join(config.web, 'pages'), config.env);
  for (const [url, page] of Object.entries(pages)) {
    server.get(url, async (request, reply) => {
      const { headers } = request;
      const encoding = acceptedEncoding(headers['accept-encoding']);
      const document = await documents.get(page, pageLanguage(headers), pageTheme(headers), encoding);
      if (!document) throw refuse('NotFound');
      reply
        .header('cache-control', 'no-cache')
        .header('etag', document.etag)
        .header('vary', 'Origin, Cookie, Accept-Language, Accept-Encoding');
      if (headers['if-none-match']?.includes(document.etag)) return reply.code(304).send();
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.type('text/html; charset=utf-8').send(document.body);
    });
  }
};

/** A scope of its own, so that its headers come last and on nothing else. */
const addFiles = async (scope: FastifyInstance, root: string): Promise<void> => {
  scope.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) return;
    const path = request.url.split('?', 1)[0] ?? '';
    reply
      .header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Other sites load the scripts from here.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('vary', 'Origin, Accept-Encoding');
  });
  await scope.register(fastifyStatic, {
    root,
    prefix: '/static/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
  });
};
