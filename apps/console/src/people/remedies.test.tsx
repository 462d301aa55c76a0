// @vitest-environment jsdom
import type { Operator, PersonDetail } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { drawn } from '../testing.tsx';
import { Remedies } from './remedies.tsx';

const buttons = (operator: Pick<Operator, 'name' | 'role'>, approvable_at: number | null) => {
  const change = {
    id: '00000000-0000-4000-8000-000000000000',
    state: 'proposed',
    old_number: '139****0000',
    new_number: '138****0000',
    proposed_by: 'ada',
    approved_by: null,
    approvable_at,
    due_at: null,
    ended_at: null,
    ended_by: null,
    reason: 'lost',
  };
  const person = {
    phone_number: '139****0000',
    email: null,
    deletion_due_at: null,
    bindings: [],
    number_changes: [change],
  } as unknown as PersonDetail;
  const box = drawn(<Remedies person={person} onClose={() => {}} operator={operator as Operator} />, 'en');
  return [...box.querySelectorAll('table button')].map(button => button.textContent);
};
const past = Date.UTC(2001, 4, 6);

test('a change of a number is approved by another admin than who proposed it, once it can be', () => {
  expect(buttons({ name: 'grace', role: 'admin' }, past)).toContain('Approve');
  expect(buttons({ name: 'ada', role: 'admin' }, past)).not.toContain('Approve');
  expect(buttons({ name: 'grace', role: 'support' }, past)).not.toContain('Approve');
  expect(buttons({ name: 'grace', role: 'admin' }, Date.UTC(2101, 4, 6))).not.toContain('Approve');
  expect(buttons({ name: 'ada', role: 'admin' }, past)).toHaveLength(1);
});

test('an act that a link named and that the account does not fit is told, and has no dialog', () => {
  const person = {
    phone_number: null,
    email: null,
    deletion_due_at: null,
    bindings: [],
    number_changes: [],
  } as unknown as PersonDetail;
  const operator = { name: 'grace', role: 'support' } as Operator;
  const box = drawn(<Remedies person={person} onClose={() => {}} operator={operator} first="link" />, 'en');
  expect(box.querySelector('dialog')).toBe(null);
  expect(box.querySelector('[aria-live]')?.textContent).toMatch(/^This action is not possible here/);
});
