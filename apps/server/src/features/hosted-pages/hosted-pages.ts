/**
 * Serves the built pages: hashed files under `/static/`, of this and earlier releases, the HTML documents by language and
 * theme, the files for a script tag, and the reference.
 */
import { isIP } from 'node:net';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageSettings, safeReturnPath, type SignInWay } from '@rollcall/contract';
import { refuse } from '../../platform/refusal.ts';
import { acceptedEncoding, Documents, type Look } from './documents.ts';
import { pageLanguage, pageTheme } from '../../http/language.ts';
import type { ErrorPageName } from '../../http/error-page.ts';
import { isSharedBrowser } from '../../http/shared-device.ts';
import { newNonce } from '../../http/nonce.ts';
import { type CspSources, joinSources, pagePolicy } from '../../http/security.ts';
import type { Feature } from '../../http/feature.ts';
import type { HttpSettings } from '../../http/settings.ts';
import { createOwnDocuments, type RenderOwn } from './phrases/render-own.ts';
import { addReference } from './reference.ts';
import type { Site } from '../../http/site-foot.ts';
import { addScriptTags, readScriptTags } from './script-tags.ts';
import type { PageSite, PagesSettings } from './settings.ts';

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

/** Path of the style sheet with the colour of the settings. */
const THEME = '/theme.css';

/** Files with a content hash in their name: 8 to 64 hexadecimal digits after `.` or `-`. */
const HASHED = /[.-][0-9a-f]{8,64}\.[\w.]+$/;

/** Where the page of a fault has the id of the request. */
const REQUEST_ID = /<code data-request-id="">/;

/** Source maps, compressed or not. */
const SOURCE_MAP = /\.map(?:\.br|\.gz)?$/i;

export interface HostedPagesSettings extends Pick<HttpSettings, 'production' | 'web' | 'staticUrl'> {
  /** Whether the server runs from its published package, whose commands are not those of the repository. */
  readonly packaged: boolean;
  readonly env: PageSettings['env'];
  /** The public URL. */
  readonly issuer: string;
  readonly pages: PagesSettings & Pick<Site, 'foot'>;
  /** The channels over which codes can be sent. */
  readonly channels: PageSettings['channels'];
  /** Whether the sessions of an older site are converted. */
  readonly converts: boolean;
  /** The third parties with an app. */
  readonly thirdParties: readonly SignInWay[];
  /** Whether WeChat has a website app, whose QR code stands on the sign-in page. */
  readonly wechatCode: boolean;
}

/** The channels that the pages offer. */
const offeredChannels = ({ pages, channels }: HostedPagesSettings): PageSettings['channels'] =>
  channels.filter(channel => pages.channels.includes(channel));

/** Whether a code can be sent by e-mail where codes are offered. */
const offersEmail = (config: HostedPagesSettings): boolean =>
  config.pages.ways.includes('code') && offeredChannels(config).includes('email');

/** The commands of sample data, as docs/production.md has them for a clone and for the package. */
const sampleCommands = (packaged: boolean): PageSettings['sample'] => {
  const make = packaged ? 'npx --no-install rollcall-server sample' : 'npm run sample';
  return { make, remove: `${make} ${packaged ? '' : '-- '}--remove` };
};

/** The settings of a site's pages. Without a sender of text messages sign-in by a code to a phone is not offered. */
const settingsOf = (config: HostedPagesSettings, site: PageSite): PageSettings => {
  const { domain, cookiePrefix, name, mark, clickMap, support, returnOrigins, records } = config.pages;
  const channels = offeredChannels(config);
  const form = config.pages.ways.filter(way => way !== 'code' || channels.includes('sms'));
  const { env, converts } = config;
  return {
    env,
    ...site,
    domain,
    cookiePrefix,
    name,
    mark,
    ways: [
      ...(form.length > 0 ? form : (['password'] as const)),
      ...(offersEmail(config) ? (['email'] as const) : []),
      ...config.thirdParties,
    ],
    channels,
    converts,
    clickMap,
    returnOrigins,
    support,
    records,
    sample: config.production ? undefined : sampleCommands(config.packaged),
  };
};

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

const themeOf = (colour: string): string => {
  const pressed = `color-mix(in srgb, ${colour} 85%, black)`;
  return `:root:root{--rc-seal:${colour};--rc-seal-pressed:${colour};--rc-on-seal:#fff}
@supports (color:color-mix(in srgb,red,red)){:root:root{--rc-seal-pressed:${pressed}}}
`;
};

/** The style sheet with the colour of the settings; the policy of the pages allows no inline style. */
const addTheme = (server: FastifyInstance, colourNow: () => string | undefined): void => {
  server.get(THEME, async (request, reply) => {
    const colour = colourNow();
    if (colour === undefined) throw refuse('NotFound');
    // A page of before the last change asks by its own colour, and must not keep the new one under that.
    const kept = request.url.endsWith(`?${colour.slice(1)}`);
    return reply
      .header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type('text/css; charset=utf-8')
      .send(themeOf(colour));
  });
};

/** Registered in a scope of its own, so that its onSend hook applies to files only. */
const addFiles = async (scope: FastifyInstance, root: string): Promise<void> => {
  scope.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) return;
    const path = request.url.split('?', 1)[0] ?? '';
    reply
      .header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Other sites and CDNs load these files, so the answer must not depend on the Origin.
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
    // Source maps are not served, even if one is in this folder.
    allowedPath: path => !SOURCE_MAP.test(path),
  });
};
