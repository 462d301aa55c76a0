/** Security headers, and which origins may call. */
import cors from '@fastify/cors';
import { headers } from '@rollcall/contract';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { HttpSettings } from './settings.ts';

/** Any port of this machine. */
export const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)(?::\d{1,5})?$/;

/** Seconds that a browser may keep a preflight's answer. */
const PREFLIGHT_AGE = 7_200;

/** Origins of third parties that pages may load from, by directive of the Content-Security-Policy. */
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

/** @param nonce of the one page that has an inline style or script */
const directives = (nonce?: string, sources: CspSources = {}) => {
  const inline = nonce === undefined ? [] : [`'nonce-${nonce}'`];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inline, ...(sources['script-src'] ?? [])],
    'frame-src': ["'self'", ...(sources['frame-src'] ?? [])],
    ...(sources['connect-src']?.length ? { 'connect-src': ["'self'", ...sources['connect-src']] } : {}),
    'style-src': ["'self'", ...inline, ...(sources['style-src'] ?? [])],
    // Avatars are addresses that people typed.
    'img-src': ["'self'", 'data:', 'https:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
};

const formatPolicy = (policy: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(policy)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';');

/**
 * Gives the Content-Security-Policy of a built page by its answer's nonce. Only scripts with the nonce run, and those that the
 * loader adds under it; beside them the configured vendors' hosts, and no others. Not 'strict-dynamic': it would let a
 * script load from anywhere, and the vendors' hosts are known.
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

/** What helmet sets, asked once: by the same options it is the same for every answer, and it costs a tenth of a small one. */
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

/** Puts helmet's headers and CORS with credentials on every answer. */
export const addSecurity = async (
  server: FastifyInstance,
  config: Pick<HttpSettings, 'issuer' | 'origins'>,
  sources: CspSources = {},
): Promise<void> => {
  const fixedHeaders = helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: directives(undefined, sources),
    },
    // Only where people reach us by https; a browser would remember it for localhost too.
    strictTransportSecurity: config.issuer.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    // A third party's sign-in opens in a window that has to reach back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  server.addHook('onRequest', async (_, reply) => {
    reply.headers(fixedHeaders);
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
