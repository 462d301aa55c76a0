import { expect, test } from 'vitest';
import { errorsOf } from './new-password.tsx';

const typed = {
  name: '林老师',
  oldPassword: 'old',
  password: 'four plain words here',
  again: 'four plain words here',
};

test('requires a name, and the password twice', () => {
  expect(Object.values(errorsOf(typed, 'name'))).toEqual([false, false, false, false]);
  expect(errorsOf({ ...typed, name: 'x' }, 'name').name).toBe(true);
  expect(errorsOf({ ...typed, name: 'x' }, 'none').name).toBe(false);
  expect(errorsOf({ ...typed, oldPassword: '' }, 'old').old).toBe(true);
});

test('checks the repeated password once the first is valid', () => {
  expect(errorsOf({ ...typed, again: 'another' }, 'none')).toMatchObject({ password: false, again: true });
  expect(errorsOf({ ...typed, password: 'short', again: 'another' }, 'none')).toMatchObject({
    password: true,
    again: false,
  });
});
