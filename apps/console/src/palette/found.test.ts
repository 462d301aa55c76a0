import { expect, test } from 'vitest';
import { namesOne } from './found.ts';

test.each([
  '13900000000',
  '139 0000 0000',
  '+85261234567',
  'pupil@school.example',
  '0193a1b2-0000-7000-8000-000000000001',
])('%s is searched as it is typed', text => {
  expect(namesOne(text)).toBe(true);
});

test.each(['看板', '张三', '139', '1390000000', 'errors', 'a@b', ''])(
  '%s is searched when that is chosen',
  text => {
    expect(namesOne(text)).toBe(false);
  },
);
