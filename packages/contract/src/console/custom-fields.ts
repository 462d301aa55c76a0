/** The school's own fields of people. Admins define them; their values are read and changed with a person (`people.ts`, `remedies.ts`). */
import * as v from 'valibot';
import { done } from '../answers.ts';
import { fieldAudiences, fieldKey, fieldRule, fieldSettings, MOST_CUSTOM_FIELDS } from '../custom-fields.ts';
import type { ConsoleCall } from './call.ts';
import { count, text } from './page.ts';

const field = v.object({
  key: text,
  name: v.object({ 'zh-CN': text, en: text }),
  rule: fieldRule,
  required: v.boolean(),
  seen_by: v.array(v.picklist(fieldAudiences)),
  changed_by: v.array(v.picklist(fieldAudiences)),
  claim: v.boolean(),
});

const settings = v.pipe(
  v.object({ key: fieldKey, ...fieldSettings.entries }),
  v.forward(
    v.check(
      ({ seen_by: seen, changed_by: changed }) => changed.every(one => seen.includes(one)),
      'Only who sees a field may change it.',
    ),
    ['changed_by'],
  ),
);

const listCustomFields = {
  summary: 'The definitions of the custom fields, in order, and the grades that a person can have.',
  method: 'GET',
  path: '/console/v1/custom-fields',
  role: 'viewer',
  answer: v.object({
    items: v.array(field),
    grades: v.array(v.object({ id: count, name: v.object({ 'zh-CN': text, en: text }) })),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

const createCustomField = {
  summary: `Defines a field of people, ${MOST_CUSTOM_FIELDS} at most: more are refused with IllegalOperation.`,
  method: 'POST',
  path: '/console/v1/custom-fields',
  role: 'admin',
  act: 'custom-fields.create',
  body: settings,
  answer: done,
  refusals: ['Conflict', 'IllegalOperation'],
} as const satisfies ConsoleCall;

const changeCustomField = {
  summary:
    'Changes a definition; key and type stay. Values that a narrower rule refuses stay until they are changed. Refused with Conflict where people have an option that is left out: `data` has the `option` and the number of `people`.',
  method: 'POST',
  path: '/console/v1/custom-fields/change',
  role: 'admin',
  act: 'custom-fields.change',
  body: settings,
  answer: done,
  refusals: ['NotFound', 'Conflict', 'InvalidRequest'],
} as const satisfies ConsoleCall;

const orderCustomFields = {
  summary: 'Puts the fields in an order. Refused with Conflict where the keys are not those that there are.',
  method: 'POST',
  path: '/console/v1/custom-fields/order',
  role: 'admin',
  act: 'custom-fields.order',
  body: v.object({ keys: v.pipe(v.array(text), v.maxLength(MOST_CUSTOM_FIELDS)) }),
  answer: done,
  refusals: ['Conflict'],
} as const satisfies ConsoleCall;

const countCustomFieldValues = {
  summary: 'How many people have a value of a field: what its removal deletes.',
  method: 'GET',
  path: '/console/v1/custom-fields/count',
  role: 'admin',
  query: v.object({ key: fieldKey }),
  answer: v.object({ people: count }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const removeCustomField = {
  summary:
    'Removes a field and all its values, of at most as many people as were said to the operator: of more it is refused with Conflict, and `data` has the number of `people`.',
  method: 'POST',
  path: '/console/v1/custom-fields/remove',
  role: 'admin',
  act: 'custom-fields.remove',
  proof: true,
  body: v.object({ key: fieldKey, people: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  answer: v.object({ people: count }),
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const customFieldConsoleCalls = {
  listCustomFields,
  createCustomField,
  changeCustomField,
  orderCustomFields,
  countCustomFieldValues,
  removeCustomField,
} as const satisfies Record<string, ConsoleCall>;
