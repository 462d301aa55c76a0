/** The list of operators, their roles, and disabling them. */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import type { ConsoleCall } from '../call.ts';
import { maybeTime, text, time, uuid } from '../page.ts';
import { role } from './fields.ts';

const operatorRow = v.object({
  id: text,
  name: text,
  role,
  created_at: time,
  disabled_at: maybeTime,
  last_signed_in_at: maybeTime,
  /** Whether there is an authenticator app or a passkey. */
  second_factor: v.boolean(),
});

export type OperatorRow = v.InferOutput<typeof operatorRow>;

export const listOperators = {
  summary: 'All operators, by name.',
  method: 'GET',
  path: '/console/v1/operators',
  role: 'admin',
  answer: v.array(operatorRow),
  refusals: [],
} as const satisfies ConsoleCall;

export const changeOperatorRole = {
  summary: 'Changes the role of an operator, except of the last admin.',
  method: 'POST',
  path: '/console/v1/operators/role',
  role: 'admin',
  proof: true,
  act: 'operators.change-role',
  body: v.object({ id: uuid, role }),
  answer: done,
  refusals: ['NotFound', 'LastAdmin'],
} as const satisfies ConsoleCall;

export const disableOperator = {
  summary: 'Disables an operator, except the last admin, and ends their sessions.',
  method: 'POST',
  path: '/console/v1/operators/disable',
  role: 'admin',
  act: 'operators.disable',
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound', 'LastAdmin'],
} as const satisfies ConsoleCall;

export const enableOperator = {
  summary: 'Enables a disabled operator.',
  method: 'POST',
  path: '/console/v1/operators/enable',
  role: 'admin',
  proof: true,
  act: 'operators.enable',
  body: v.object({ id: uuid }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;
