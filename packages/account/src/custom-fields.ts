/** The school's own fields of the caller, beside the profile. */
import * as contract from '@rollcall/contract';
import type { ClientMethod } from './call-types.ts';
import { method } from './method.ts';

/**
 * The school's own fields that the caller sees, with their values.
 * @example const [first] = await getCustomFields(auth);
 * @see `docs/custom-fields.md`
 */
export const getCustomFields: ClientMethod<typeof contract.getCustomFields> = method(
  contract.getCustomFields,
);
/**
 * Sets the values that are sent, and no others; null clears one that is not required.
 * @example const fields = await updateCustomFields(auth, { values: { school_class: '3A' } });
 * @see `docs/custom-fields.md`
 */
export const updateCustomFields: ClientMethod<typeof contract.updateCustomFields> = method(
  contract.updateCustomFields,
);
