import type { Auth } from './client.ts';
import { AuthError } from './errors.ts';

/**
 * Why the server ended the session whose tokens this tab has just lost, as `data.reason` of its refusal says: `device`, `password`,
 * `expired` and so on (docs/rules.md). `expired`, too, where this tab has held tokens that expired by themselves; `signed-out` where the
 * person signed out in this tab or another of this site.
 *
 * @returns undefined where the tokens went in another way, or the server does not know
 * @example if (endedBy(auth) === 'expired') location.assign('/sign-in');
 * @see `docs/rules.md`
 */
export const endedBy = ({ tokens: { refused } }: Pick<Auth, 'tokens'>): string | undefined => {
  if (refused === 'expired' || refused === 'signed-out') return refused;
  const body =
    refused instanceof AuthError ? (refused.body as { data?: { reason?: unknown } } | undefined) : undefined;
  const reason = body?.data?.reason;
  return typeof reason === 'string' ? reason : undefined;
};
