import { claim, subjectOf } from './claims.ts';
import type { Auth } from './client.ts';

/**
 * The id of the signed-in account, for reports of usage: immediately and without a request, so that the first view of a
 * page has it. It is read from the stored access token and not verified, so it decides nothing.
 *
 * @returns undefined without an access token, such as after an hour until the first call has refreshed it
 * @example const id = accountId(auth);
 * @see `docs/usage.md`
 */
export const accountId = ({ tokens }: Auth): string | undefined => subjectOf(tokens.read().access);

/**
 * What `usage.setUser` takes beside `accountId`: by it a record of consent is an entry of the account. It comes from the same token.
 *
 * @returns undefined without an access token, or with one of a server without such proofs
 * @example usage.setUser(accountId(auth), usageProof(auth));
 * @see `docs/usage.md`
 */
export const usageProof = ({ tokens }: Auth): string | undefined =>
  claim(tokens.read().access, 'usage_proof');
