/**
 * The built pages: hashed files under `/static/`, of this release and of earlier ones that the build keeps, and the HTML
 * documents by language and theme.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../platform/refusal.ts';
import { acceptedEncoding, Documents } from './documents.ts';
import { pageLanguage, pageTheme } from '../../http/language.ts';
import { newNonce } from '../../http/nonce.ts';
import { type CspSources, joinSources, pagePolicy } from '../../http/security.ts';
import type { Feature } from '../../http/feature.ts';
import type { HttpSettings } from '../../http/settings.ts';

/** Address and name of each page. */
const pages = {
  '/': 'index',
  '/sign-in': 'sign-in',
  '/sign-up': 'sign-up',
  '/reset': 'reset',
  // Where WeChat and QQ send people back to.
  '/oauth/:provider': 'oauth',
  '/account': 'account',
  '/account/security': 'account-security',
  '/account/devices': 'account-devices',
  '/account/privacy': 'account-privacy',
  // The example pages of a host site.
  '/contests': 'contests',
  '/lesson/1': 'lesson-1',
  '/lesson/2': 'lesson-2',
  '/lesson/3': 'lesson-3',
  // The operators' console is one document; its views are told apart by its script.
  '/console': 'console',
  '/console/*': 'console',
  // Every component in every state: for those who build a site, and for the tests.
  '/gallery': 'gallery',
} as const;

/** Pages that production does not have. */
const development: readonly string[] = ['gallery'];

/** A hash in the file's name: eight or more hexadecimal digits, or the like of it, between dots or dashes. */
const HASHED = /[.-][0-9a-f]{8,64}\.[\w.]+$/;

/** A source map, packed or not. */
const SOURCE_MAP = /\.map(?:\.br|\.gz)?$/i;

export interface HostedPagesSettings extends Pick<HttpSettings, 'production' | 'web' | 'staticUrl'> {
  /** What the pages are told of the environment (`dev`, `prod` …). */
  readonly env: string;
  /** Whether mail can be sent, so that sign-up by e-mail is offered. */
  readonly mail: boolean;
}

/** @param others the features whose third parties the pages load */
export const hostedPages = (settings: HostedPagesSettings, others: readonly Feature[]): Feature => ({
  addRoutes: server =>
    addHostedPages(server, settings, joinSources(others.map(({ cspSources }) => cspSources ?? {}))),
});

/**
 * Adds the documents of the pages and the files of `/static/`. A folder that is not built yet is reported in the log;
 * its paths then answer NotFound.
 * @param sources of third parties, for the documents' Content-Security-Policy
 */
export const addHostedPages = async (
  server: FastifyInstance,
  config: HostedPagesSettings,
  sources: CspSources,
): Promise<void> => {
  const files = join(config.web, 'static');
  if (existsSync(files)) await server.register(scope => addFiles(scope, files));
  else server.log.warn({ folder: config.web }, 'the pages are not built; only the calls are served');
  const policy = pagePolicy(config.staticUrl, sources);
  const documents = await Documents.read(join(config.web, 'pages'), {
    names: [...new Set(Object.values(pages))],
    env: config.env,
    mail: config.mail,
    staticUrl: config.staticUrl,
    policy: policy(''),
  });
  // A call that is not there is no view of the console.
  server.get('/console/v1/*', async () => {
    throw refuse('NotFound');
  });
  for (const [url, page] of Object.entries(pages)) {
    if (config.production && development.includes(page)) continue;
    server.get(url, async (request, reply) => {
      const { headers } = request;
      const encoding = acceptedEncoding(headers['accept-encoding']);
      const document = documents.get(page, pageLanguage(headers), pageTheme(headers), encoding);
      if (!document) throw refuse('NotFound');
      reply
        // A document is kept with its nonce, so no cache that people share may keep it.
        .header('cache-control', 'private, no-cache')
        .header('etag', document.etag)
        .header('vary', 'Origin, Cookie, Accept-Language, Accept-Encoding');
      if (headers['if-none-match']?.includes(document.etag)) {
        // The browser goes on with the policy that came with the document: its nonce stands in both.
        reply.removeHeader('content-security-policy');
        return reply.code(304).send();
      }
      const nonce = newNonce();
      reply.header('content-security-policy', policy(nonce));
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.type('text/html; charset=utf-8').send(document.body(nonce));
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
      // Other sites load the scripts from here, and check them: the same answer for everybody, as a CDN keeps it.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .header('timing-allow-origin', '*')
      .header('vary', 'Accept-Encoding');
    reply.removeHeader('access-control-allow-credentials');
  });
  await scope.register(fastifyStatic, {
    root,
    prefix: '/static/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    // Source maps are read on the server, out of a folder of their own: one that was put here is no file to anybody.
    allowedPath: path => !SOURCE_MAP.test(path),
  });
};
