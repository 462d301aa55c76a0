import type { Auth } from './client.ts';

/**
 * The id of the signed-in account, for reports of usage: immediately and without a request, so that the first view of
 * a page
 * has it. It is read from the stored access token and not verified, so it decides nothing.
 *
 * @returns undefined without an access token, such as after an hour until the first call has refreshed it
 * @example const id = accountId(auth);
 * @see `docs/usage.md`
 */
export const accountId = ({ tokens }: Auth): string | undefined => {
  try {
    const claims = tokens.read().access?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { sub } = JSON.parse(atob(claims)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
};
