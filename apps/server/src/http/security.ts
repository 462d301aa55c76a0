/** Security headers and CORS. */
import cors from '@fastify/cors';
import { headers } from '@rollcall/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { HttpSettings } from './settings.ts';

/** Origins on any port of this machine. */
export const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)(?::\d{1,5})?$/;

/** Access-Control-Max-Age in seconds. */
const PREFLIGHT_AGE = 7_200;

/** Where browsers report what a policy blocked. */
export const CSP_VIOLATIONS_PATH = '/csp-violations';

/** Origins or URLs of third parties that pages may load from, by directive of the Content-Security-Policy. */
export type CspSources = {
  readonly [D in 'script-src' | 'frame-src' | 'connect-src' | 'style-src']?: readonly string[];
};

/** Joins the sources of several features, in their order. */
export const joinSources = (all: readonly CspSources[]): CspSources => ({
  'script-src': all.flatMap(sources => sources['script-src'] ?? []),
  'frame-src': all.flatMap(sources => sources['frame-src'] ?? []),
  'connect-src': all.flatMap(sources => sources['connect-src'] ?? []),
  'style-src': all.flatMap(sources => sources['style-src'] ?? []),
});

/** @param nonce allows one inline style or script */
const directives = (nonce?: string, sources: CspSources = {}) => {
  const inline = nonce === undefined ? [] : [`'nonce-${nonce}'`];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inline, ...(sources['script-src'] ?? [])],
    'frame-src': ["'self'", ...(sources['frame-src'] ?? [])],
    ...(sources['connect-src']?.length ? { 'connect-src': ["'self'", ...sources['connect-src']] } : {}),
    'style-src': ["'self'", ...inline, ...(sources['style-src'] ?? [])],
    // Avatars may be any https URL.
    'img-src': ["'self'", 'data:', 'https:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    // Not `report-to`, which Firefox and Safari lack; all of them know this one.
    'report-uri': [CSP_VIOLATIONS_PATH],
  };
};

const formatPolicy = (policy: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(policy)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';');

/**
 * Returns the Content-Security-Policy of a built page for a nonce. Only scripts with the nonce and scripts of the configured
 * vendors' hosts run. 'strict-dynamic' is not used, because it would allow scripts from any host.
 */
export const pagePolicy = (staticUrl: string, sources: CspSources): ((nonce: string) => string) => {
  const policy = directives(undefined, sources);
  const own = staticUrl === '/static/' ? [] : [new URL(staticUrl).origin];
  const scripts = policy['script-src'].filter(source => source !== "'self'");
  const rest = formatPolicy({
    ...policy,
    'style-src': [...policy['style-src'], ...own],
    'img-src': [...policy['img-src'], ...own],
    'connect-src': [...(policy['connect-src'] ?? ["'self'"]), ...own],
    'script-src': ["'nonce-NONCE'", ...scripts],
  });
  return nonce => rest.replace('NONCE', nonce);
};

/** The Content-Security-Policy header of a page with an inline style or script under `nonce`. */
export const contentSecurityPolicy = (nonce: string): string => formatPolicy(directives(nonce));

/** Browser features that no page uses. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/** Helmet's headers, computed once: they depend on the options alone, and helmet takes a tenth of a small request. */
const helmetHeaders = (options: HelmetOptions): Record<string, string> => {
  const found: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      found[name] = value;
    },
    removeHeader: () => {},
  };
  type Middleware = (request: object, response: object, next: (error?: unknown) => void) => void;
  (helmet(options) as Middleware)({}, answer, error => {
    if (error) throw error;
  });
  return found;
};

/** Refused origins that are logged in an hour, each once, so that made-up ones don't flood the log. */
const LOGGED_ORIGINS = 100;
const HOUR = 3600 * 1000;

/** Logs origins that may not call, because browsers tell the page nothing but that the network failed. */
const originLog = (
  { issuer, origins }: Pick<HttpSettings, 'issuer' | 'origins'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  now: () => number,
) => {
  const isAllowed = (origin: string): boolean =>
    origin === issuer || (origins === 'loopback' ? LOOPBACK.test(origin) : origins.includes(origin));
  const logged = new Set<string>();
  let hour = 0;
  return (origin: string | undefined, host: string | undefined): void => {
    if (origin === undefined || isAllowed(origin)) return;
    // The own pages name their origin, too; a proxy ends TLS.
    if (origin === `https://${host}` || origin === `http://${host}`) return;
    const current = Math.floor(now() / HOUR);
    if (current !== hour) logged.clear();
    hour = current;
    if (logged.has(origin) || logged.size >= LOGGED_ORIGINS) return;
    logged.add(origin);
    log.warn(
      { origin: origin.slice(0, 200) },
      'a page of this origin may not read answers; if it is yours, add it to ROLLCALL_ORIGINS',
    );
  };
};

/** Puts helmet's headers and CORS with credentials on every answer. */
export const addSecurity = async (
  server: FastifyInstance,
  config: Pick<HttpSettings, 'issuer' | 'origins'>,
  now: () => number = Date.now,
): Promise<void> => {
  const fixedHeaders = helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: directives(),
    },
    // Only for an https issuer, because browsers would remember it for localhost too.
    strictTransportSecurity: config.issuer.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    // WeChat and QQ sign-in open a popup that uses window.opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const permissionsPolicy = unusedFeatures.map(name => `${name}=()`).join(', ');
  const logOrigin = originLog(config, server.log, now);
  server.addHook('onRequest', async (request, reply) => {
    logOrigin(request.headers.origin, request.headers.host);
    reply.headers(fixedHeaders);
    reply.header('permissions-policy', permissionsPolicy);
  });
  await server.register(cors, {
    origin: config.origins === 'loopback' ? [LOOPBACK] : [...config.origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Content-Type', 'Authorization', ...Object.values(headers)],
    exposedHeaders: [headers.requestId, 'Retry-After'],
    maxAge: PREFLIGHT_AGE,
    strictPreflight: false,
  });
};
