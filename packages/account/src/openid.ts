/** What other sites and programs may learn of the account by OpenID Connect. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

/**
 * What a client asks, which led the person to the page `/allow`.
 * @example const { client, scopes, owes } = await getOpenidRequest(auth, { request: 'r123456789' });
 * @see `docs/oidc.md`
 */
export const getOpenidRequest: ClientMethod<typeof contract.getOpenidRequest> = method(
  contract.getOpenidRequest,
);
/**
 * Answers what a client asks. `to` is the address that leads back to the client.
 * @example const answer = await answerOpenidRequest(auth, { request: 'r123456789', allow: true });
 * @see `docs/oidc.md`
 */
export const answerOpenidRequest: ClientMethod<typeof contract.answerOpenidRequest> = method(
  contract.answerOpenidRequest,
);
/**
 * The clients that the person allowed to learn who they are, the latest first.
 * @example const [latest] = await getAllowedClients(auth);
 * @see `docs/oidc.md`
 */
export const getAllowedClients: ClientMethod<typeof contract.getAllowedClients> = method(
  contract.getAllowedClients,
);
/**
 * Takes back what the person allowed a client, and ends its sign-ins. One that was not allowed is no error.
 * @example await disallowClient(auth, { id: 'moodle' });
 * @see `docs/oidc.md`
 */
export const disallowClient: ClientMethod<typeof contract.disallowClient> = method(contract.disallowClient);
