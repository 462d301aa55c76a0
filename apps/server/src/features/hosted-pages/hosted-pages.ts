/**
 * Serves the built pages: hashed files under `/static/`, of this and earlier releases, the HTML documents by language and
 * theme, the files for a script tag, and the reference.
 */
import { isIP } from 'node:net';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { safeReturnPath } from '@rollcall/contract';
import { refuse } from '../../platform/refusal.ts';
import { acceptedEncoding, Documents, type Look } from './documents.ts';
import { pageLanguage, pageTheme } from '../../http/language.ts';
import type { ErrorPageName } from '../../http/error-page.ts';
import { isSharedBrowser } from '../../http/shared-device.ts';
import { newNonce } from '../../http/nonce.ts';
import { type CspSources, joinSources, pagePolicy } from '../../http/security.ts';
import type { Feature } from '../../http/feature.ts';
import { createOwnDocuments, type RenderOwn } from './phrases/render-own.ts';
import { addReference } from './reference.ts';
import { addScriptTags, readScriptTags } from './script-tags.ts';
import { type HostedPagesSettings, offersEmail, settingsOf } from './page-settings.ts';
import type { PageSite } from './settings.ts';
import { addFiles, addTheme, THEME } from './static-files.ts';

/** Path and document name of each page. */
export const pages = {
  '/': 'index',
  '/sign-in': 'sign-in',
  '/sign-in/email': 'email-sign-in',
  '/sign-up': 'sign-up',
  // Where the one who runs a room marks its computers.
  '/shared': 'shared',
  '/reset': 'reset',
  // The redirect URI of WeChat and QQ.
  '/oauth/:provider': 'oauth',
  '/account': 'account',
  '/account/security': 'account-security',
  '/account/devices': 'account-devices',
  '/account/privacy': 'account-privacy',
  // All that is kept of a person, to read, print and save.
  '/account/data': 'account-data',
  // Who has to say their age or waits for a guardian is led here.
  '/age': 'age',
  // Where a site that signs people in by OpenID Connect leads them.
  '/allow': 'allow',
  '/guardian': 'guardian',
  // The link in the message to a guardian.
  '/guardian/:token': 'guardian',
  // The example pages of a host site.
  '/contests': 'contests',
  '/lesson/1': 'lesson-1',
  '/lesson/2': 'lesson-2',
  '/lesson/3': 'lesson-3',
  // The operators' console is one document with client-side routing.
  '/console': 'console',
  '/console/*': 'console',
  // Every component in every state, for site developers and tests.
  '/gallery': 'gallery',
} as const;

/** The pages of errors have no path of their own. */
const errorPages: readonly ErrorPageName[] = ['not-found', 'fault'];

/** The pages of forms, whose links to one another carry `?return=`. */
const forms: readonly string[] = ['sign-in', 'email-sign-in', 'sign-up', 'reset'];

/** The page in a URL's `?return=`; empty where there is none, or it is not allowed. */
const returnOf = (url: string, origins: readonly string[]): string =>
  url.includes('return=')
    ? safeReturnPath(new URLSearchParams(url.slice(url.indexOf('?'))).get('return'), '', origins)
    : '';

/** Pages that are not served in production: the example school and the gallery. */
const development: readonly string[] = ['gallery', 'contests', 'lesson-1', 'lesson-2', 'lesson-3'];

/** Where the page of a fault has the id of the request. */
const REQUEST_ID = /<code data-request-id="">/;

/** Calls back after each change of the settings. */
interface PageChanges {
  readonly onChange: (run: () => Promise<void>) => void;
  readonly ownDocuments: RenderOwn;
}

/** @param others features whose `cspSources` the pages need */
export const hostedPages = (
  settings: HostedPagesSettings,
  others: readonly Feature[],
  changes: PageChanges,
): Feature => ({
  addRoutes: server =>
    addHostedPages(server, settings, joinSources(others.map(({ cspSources }) => cspSources ?? {})), changes),
});

/**
 * Adds the routes of the documents, of `/static/` and of `/rollcall/`. If the pages are not built, it logs a warning and their paths answer
 * NotFound.
 * @param sources third-party origins for the Content-Security-Policy of the documents but the console's and those of errors
 * @param changes `onChange`: the documents are written again then, as the settings' properties are others
 */
export const addHostedPages = async (
  server: FastifyInstance,
  config: HostedPagesSettings,
  sources: CspSources,
  { onChange, ownDocuments }: PageChanges = {
    onChange: () => {},
    ownDocuments: createOwnDocuments(config.web),
  },
): Promise<void> => {
  const files = join(config.web, 'static');
  if (existsSync(files)) await server.register(scope => addFiles(scope, files));
  else server.log.warn({ folder: config.web }, 'the pages are not built; only the calls are served');
  addScriptTags(server, await readScriptTags(config.web));
  await addReference(server, config.web);
  const withVendors = pagePolicy(config.staticUrl, sources);
  const withoutVendors = pagePolicy(config.staticUrl, {});
  const read = async (site: PageSite, host: string) => {
    const { colour, phrases, foot } = config.pages;
    return Documents.read(join(config.web, 'pages'), {
      names: [...new Set([...Object.values(pages), ...errorPages])],
      settings: settingsOf(config, site),
      foot,
      own: phrases && (await ownDocuments(phrases)),
      wechatCode: config.wechatCode,
      passkeys: isIP(host.replace(/^\[|\]$/g, '')) === 0,
      theme: colour === undefined ? undefined : `${THEME}?${colour.slice(1)}`,
      staticUrl: config.staticUrl,
      policy: withVendors(''),
    });
  };
  const readAll = async () => {
    const usual = await read(config.pages.site, new URL(config.issuer).hostname);
    const byHost = new Map<string, Documents>();
    for (const [host, site] of config.pages.hosts) byHost.set(host, await read(site, host));
    return { usual, byHost };
  };
  let documents = await readAll();
  // Most changes of the settings leave the pages as they are.
  const written = () => JSON.stringify({ ...config.pages, hosts: [...config.pages.hosts] });
  let last = written();
  onChange(async () => {
    const next = written();
    if (next === last) return;
    documents = await readAll();
    last = next;
  });
  addTheme(server, () => config.pages.colour);
  const documentsFor = ({ hostname }: FastifyRequest): Documents =>
    documents.byHost.get(hostname.toLowerCase()) ?? documents.usual;
  server.errorPage = (request, reply, { page, status }) => {
    const nonce = newNonce();
    const text = documentsFor(request).text(page, lookOf(request), nonce);
    if (text === undefined) return undefined;
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('content-security-policy', withoutVendors(nonce))
      .type('text/html; charset=utf-8')
      .send(text.replace(REQUEST_ID, `$&${request.id}`));
  };
  // Unknown console calls answer NotFound, not the console's document.
  server.get('/console/v1/*', async () => {
    throw refuse('NotFound');
  });
  for (const [url, page] of Object.entries(pages)) {
    if (config.production && development.includes(page)) continue;
    // Operators sign in without a vendor's challenge: what a vendor's script could do there, it must not.
    const policy = page === 'console' ? withoutVendors : withVendors;
    server.get(url, async (request, reply) => {
      if (page === 'email-sign-in' && !offersEmail(config)) throw refuse('NotFound');
      const { headers } = request;
      const encoding = acceptedEncoding(headers['accept-encoding']);
      const back = forms.includes(page) ? returnOf(request.url, config.pages.returnOrigins) : '';
      const document = documentsFor(request).get(page, lookOf(request), encoding, back);
      if (!document) throw refuse('NotFound');
      reply
        // A document contains its nonce, so shared caches must not store it.
        .header('cache-control', 'private, no-cache')
        .header('etag', document.etag)
        .header('vary', 'Origin, Cookie, Accept-Language, Accept-Encoding');
      // The address of a link is a secret, which no cache may keep.
      const ofLink = url.includes(':token');
      if (ofLink) reply.header('cache-control', 'no-store').removeHeader('etag');
      else if (headers['if-none-match']?.includes(document.etag)) {
        // The browser keeps the policy of the cached document, whose nonce matches.
        reply.removeHeader('content-security-policy');
        return reply.code(304).send();
      }
      const nonce = newNonce();
      reply.header('content-security-policy', policy(nonce));
      // Its link has a token.
      if (page === 'guardian')
        reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.type('text/html; charset=utf-8').send(document.body(nonce));
    });
    if (!url.endsWith('/') && !url.endsWith('*')) server.get(`${url}/`, toWithoutSlash);
  }
  // Where password managers lead people whose password is known to others (W3C, "A Well-Known URL for Changing Passwords").
  server.get('/.well-known/change-password', async (_, reply) => reply.redirect('/account/security'));
};

const lookOf = (request: FastifyRequest): Look => ({
  language: pageLanguage(request.headers),
  theme: pageTheme(request.headers),
  shared: isSharedBrowser(request),
});

/** Leads from `/sign-in/?return=…`, as people type and other sites link it, to `/sign-in?return=…`. */
const toWithoutSlash = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  reply.redirect(request.url.replace(/\/(?=\?|$)/, ''));
