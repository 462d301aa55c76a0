/** `/.well-known/security.txt` (RFC 9116). */
import type { FastifyInstance } from 'fastify';
import type { HttpSettings } from './settings.ts';

/** Validity in ms; RFC 9116 recommends less than a year. */
const VALID_FOR = 180 * 24 * 3600 * 1000;

/** Adds the route if a contact is configured. */
export const addSecurityTxt = (
  server: FastifyInstance,
  { securityContact, issuer }: Pick<HttpSettings, 'securityContact' | 'issuer'>,
): void => {
  if (securityContact === undefined) return;
  server.get('/.well-known/security.txt', async (_, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(Date.now() + VALID_FOR).toISOString()}`,
      `Canonical: ${issuer}/.well-known/security.txt`,
      'Preferred-Languages: zh, en',
    ];
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
};
