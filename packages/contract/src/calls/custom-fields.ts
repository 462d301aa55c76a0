/** The school's own fields of the caller, beside the profile. */
import * as v from 'valibot';
import type { Call } from '../call.ts';
import { fieldRule, fieldValue, fieldValues } from '../custom-fields.ts';
import { accounts } from './paths.ts';

const text = v.string();

/** The fields that the person sees, in the school's order. */
const ownFields = v.array(
  v.object({
    key: text,
    name: v.object({ 'zh-CN': text, en: text }),
    rule: fieldRule,
    required: v.boolean(),
    /** Whether the person may change it. */
    changeable: v.boolean(),
    /** Null: there is none. */
    value: v.nullable(fieldValue),
  }),
);

export const getCustomFields = {
  summary: "The school's own fields that the caller sees, with their values.",
  method: 'GET',
  path: accounts('custom-fields'),
  token: 'required',
  answer: ownFields,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;

export const updateCustomFields = {
  summary:
    'Sets the values that are sent, and no others; null clears one that is not required. A wrong value, or one of a field that the person does not change, is refused with InvalidRequest and changes nothing: `data` has its `field` and `why`.',
  method: 'PATCH',
  path: accounts('custom-fields'),
  token: 'required',
  body: v.object({ values: fieldValues }),
  answer: ownFields,
  refusals: ['TokenInvalid', 'AccountBlocked'],
} as const satisfies Call;
