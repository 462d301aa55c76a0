import type { PersonRow } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { Refused } from '../client/refused.ts';
import { oneByOne } from './one-by-one.ts';

const people = ['a', 'b', 'c', 'd'].map(id => ({ id, nickname: 'the same' }) as PersonRow);
const ids = (all: readonly PersonRow[]) => all.map(({ id }) => id);

test('what was given up may have happened, and what comes after it is not tried', async () => {
  const controller = new AbortController();
  const found = await oneByOne(people, controller.signal, async ({ id }) => {
    if (id === 'b') throw new Refused('RoleRequired', { status: 403 });
    if (id !== 'c') return;
    controller.abort();
    throw controller.signal.reason;
  });
  expect(ids(found.done)).toEqual(['a']);
  expect(found.refused.map(({ person }) => person.id)).toEqual(['b']);
  expect(ids(found.unknown)).toEqual(['c']);
  expect(ids(found.untried)).toEqual(['d']);
});

test('a call without an answer is not known, and keeps no other back', async () => {
  const found = await oneByOne(people, new AbortController().signal, async ({ id }) => {
    if (id === 'a') throw new Refused('TimedOut');
    if (id === 'b') throw new Refused('TooBusy', { status: 503 });
  });
  expect(ids(found.unknown)).toEqual(['a']);
  expect(found.refused.map(({ person }) => person.id)).toEqual(['b']);
  expect(ids(found.done)).toEqual(['c', 'd']);
});
