/** Agreements and protocols. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

/**
 * The agreements in force for a pid.
 * @example const agreements = await getAgreements(auth, { language: 'zh-CN' });
 * @see `docs/react.md`
 */
export const getAgreements: ClientMethod<typeof contract.getAgreements> = method(contract.getAgreements);
/**
 * The agreements in force that require a signature, for every caller.
 * @example const agreements = await getAgreementsToSign(auth);
 * @see `docs/react.md`
 */
export const getAgreementsToSign: ClientMethod<typeof contract.getAgreementsToSign> = method(
  contract.getAgreementsToSign,
);
/**
 * The agreements in force that the caller has not signed; none under 14: new versions are asked of the guardian.
 * @example const unsigned = await getUnsignedAgreements(auth);
 * @see `docs/react.md`
 */
export const getUnsignedAgreements: ClientMethod<typeof contract.getUnsignedAgreements> = method(
  contract.getUnsignedAgreements,
);
/**
 * Signs agreements for the caller.
 * @example await signAgreements(auth, { agreement_ids: unsigned.map(({ id }) => id) });
 * @see `docs/react.md`
 */
export const signAgreements: ClientMethod<typeof contract.signAgreements> = method(contract.signAgreements);
/**
 * The latest document for each code, published for the pid.
 * @example const [terms] = await getProtocols(auth, { codeList: ['user-agreement'] });
 * @see `docs/react.md`
 */
export const getProtocols: ClientMethod<typeof contract.getProtocols> = method(contract.getProtocols);
