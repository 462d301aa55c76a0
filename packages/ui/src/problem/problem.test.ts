import { expect, test } from 'vitest';
import { refusalDetails } from './problem.ts';

test.each([
  [
    { data: { retry_after: 12.2 }, request_id: 'r1' },
    { seconds: 13, requestId: 'r1' },
  ],
  [{ data: { retry_after: 0 } }, {}],
  [{ data: { retry_after: '12' }, request_id: 7 }, {}],
  [{ data: null }, {}],
  ['text', {}],
  [undefined, {}],
])('the details of %j are %j', (body, details) => {
  expect(refusalDetails(body)).toEqual(details);
});
