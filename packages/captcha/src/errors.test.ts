import {
  type Call,
  clientCode,
  type ClientError,
  clientErrors,
  commonRefusals,
  refusals,
  serverCodes,
} from '@rollcall/contract';
import * as contract from '@rollcall/contract';
import { expect, test } from 'vitest';
import { answerError, CaptchaError, codes, serverNames } from './errors.ts';

const rows = Object.values<unknown>(contract).filter((value): value is Call =>
  /^\/(?:tiger\/)?captcha\//.test(String((value as Partial<Call> | null)?.path)),
);

test('the numbers are those of the catalogue', () => {
  for (const [name, code] of Object.entries(codes)) expect(code, name).toBe(clientCode(name as ClientError));
});

test('the server codes mean what the catalogue says [8.vendor-errors]', () => {
  for (const [code, name] of Object.entries(serverNames)) {
    expect(name, code).toBe(clientErrors[serverCodes[code as keyof typeof serverCodes]]);
  }
});

test('every refusal of the calls is known by its name [8.vendor-errors]', () => {
  expect(rows).toHaveLength(12);
  for (const { refusals: named } of rows) {
    for (const refusal of [...named, ...commonRefusals]) {
      const { code } = refusals[refusal];
      // Those of the catalogue; a request that this library would malform has no client code and is Unknown.
      if (!(code in serverCodes)) continue;
      expect(answerError(400, { code, msg: 'm' })).toMatchObject({
        name: clientErrors[serverCodes[code as keyof typeof serverCodes]],
        server_code: code,
      });
    }
  }
});

test('an error of the calls', () => {
  const error = new CaptchaError('CaptchaFailed', 'incorrect captcha checking', { body: 1 });
  expect(error).toBeInstanceOf(Error);
  expect({ ...error }).toEqual({ name: 'CaptchaFailed', code: 53, body: 1 });
});

test.each([
  [
    { code: 'X_9', msg: 'odd' },
    { name: 'Unknown', server_code: 'X_9', message: 'odd' },
  ],
  [
    { code: 10017004, msg: 'not set up' },
    { name: 'CaptchaVendorConfig', server_code: '10017004' },
  ],
  [undefined, { name: 'Unknown', server_code: undefined, message: 'HTTP 418.' }],
  ['<html>', { name: 'Unknown', body: '<html>' }],
])('the answer %j', (body, error) => {
  expect(answerError(418, body)).toMatchObject({ ...error, status: 418 });
});
