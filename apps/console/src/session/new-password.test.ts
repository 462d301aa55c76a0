import { expect, test } from 'vitest';
import { errorsOf } from './new-password.tsx';

const typed = {
  name: '林老师',
  oldPassword: 'old',
  password: 'four plain words here',
  again: 'four plain words here',
};

test('a name and a password twice', () => {
  expect(Object.values(errorsOf(typed, 'name'))).toEqual([false, false, false, false]);
  expect(errorsOf({ ...typed, name: 'x' }, 'name').name).toBe(true);
  expect(errorsOf({ ...typed, name: 'x' }, 'none').name).toBe(false);
  expect(errorsOf({ ...typed, oldPassword: '' }, 'old').old).toBe(true);
});

test('the second writing is only judged once the first is right', () => {
  expect(errorsOf({ ...typed, again: 'another' }, 'none')).toMatchObject({ password: false, again: true });
  expect(errorsOf({ ...typed, password: 'short', again: 'another' }, 'none')).toMatchObject({
    password: true,
    again: false,
  });
});
