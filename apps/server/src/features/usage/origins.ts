/** CORS for requests that do not pass through the server's own hooks. */
import { headers } from '@rollcall/contract';
import type { HttpSettings } from '../../http/settings.ts';
import { LOOPBACK } from '../../http/security.ts';

const EXPOSED = `${headers.requestId}, Retry-After`;

/**
 * Headers that let a page of an allowed origin read an answer, its cookies having come along; in the form that
 * `writeHead` takes.
 */
export const createCorsHeaders = (
  origins: HttpSettings['origins'],
): ((origin: string | undefined) => readonly string[]) => {
  const listed = origins === 'loopback' ? undefined : new Set(origins);
  const varies = ['vary', 'Origin'] as const;
  return origin => {
    const allowed = origin !== undefined && (listed ? listed.has(origin) : LOOPBACK.test(origin));
    if (!allowed) return varies;
    return [
      'vary',
      'Origin',
      'access-control-allow-origin',
      origin,
      'access-control-allow-credentials',
      'true',
      'access-control-expose-headers',
      EXPOSED,
    ];
  };
};
