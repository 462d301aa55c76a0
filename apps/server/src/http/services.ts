/** Services: a site's own servers, which call with a secret of the configuration. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sha256 } from '../platform/digest.ts';
import { refuse } from '../platform/refusal.ts';

/** A secret of the configuration. A pid may have several, so that one can be changed without a pause. */
export interface ServiceSecret {
  readonly pid: string;
  /** SHA-256 of the secret, which itself is not kept. */
  readonly digest: Buffer;
}

/** A service that a request named itself as. */
export interface Service {
  readonly pid: string;
}

/**
 * Determines the service of a request by `Authorization: Bearer SECRET`. The time it takes does not depend on the secret.
 * @throws the refusals ServersOnly (a browser's request: its page would show the secret to everybody) and
 * ServiceSecretInvalid (no secret, or none of the configuration)
 */
export const authoriseService = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  secrets: readonly ServiceSecret[],
): Service => {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) throw refuse('ServersOnly');
  const [, given = ''] = /^Bearer (\S{1,512})$/i.exec(headers.authorization ?? '') ?? [];
  const digest = sha256(given);
  let found: ServiceSecret | undefined;
  for (const one of secrets) if (timingSafeEqual(one.digest, digest)) found = one;
  if (!found) throw refuse('ServiceSecretInvalid');
  return { pid: found.pid };
};
