import { expect, test } from 'vitest';
import { mistakesOf } from './new-password.tsx';

const typed = {
  name: '林老师',
  oldPassword: 'old',
  password: 'four plain words here',
  again: 'four plain words here',
};

test('a name and a password twice', () => {
  expect(Object.values(mistakesOf(typed, 'name'))).toEqual([false, false, false, false]);
  expect(mistakesOf({ ...typed, name: 'x' }, 'name').name).toBe(true);
  expect(mistakesOf({ ...typed, name: 'x' }, 'none').name).toBe(false);
  expect(mistakesOf({ ...typed, oldPassword: '' }, 'old').old).toBe(true);
});

test('the second writing is only judged once the first is right', () => {
  expect(mistakesOf({ ...typed, again: 'another' }, 'none')).toMatchObject({ password: false, again: true });
  expect(mistakesOf({ ...typed, password: 'short', again: 'another' }, 'none')).toMatchObject({
    password: true,
    again: false,
  });
});
