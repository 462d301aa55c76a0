/** Security headers, and which origins may call. */
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { headers } from '@rollcall/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Any port of this machine. */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)(?::\d{1,5})?$/;

/** Seconds that a browser may keep a preflight's answer. */
const PREFLIGHT_AGE = 7_200;

/** @param nonce of the one page that has a style or script in line */
const directives = (nonce?: string) => {
  const inline = nonce === undefined ? [] : [`'nonce-${nonce}'`];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inline],
    'style-src': ["'self'", ...inline],
    // Avatars are addresses that people typed.
    'img-src': ["'self'", 'data:', 'https:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
};

/** The Content-Security-Policy header of a page with an inline style or script under `nonce`. */
export const contentSecurityPolicy = (nonce: string): string =>
  Object.entries(directives(nonce))
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';');

/** Puts helmet's headers and CORS with credentials on every answer. */
export const addSecurity = async (server: FastifyInstance, config: Config): Promise<void> => {
  await server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directives() },
    // Only where people reach us by https; a browser would remember it for localhost too.
    strictTransportSecurity: config.issuer.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    // A third party's sign-in opens in a window that has to reach back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
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
