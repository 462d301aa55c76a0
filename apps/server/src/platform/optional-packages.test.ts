import { expect, test } from 'vitest';
import { ConfigError } from './config-reader.ts';
import { withPackages } from './optional-packages.ts';

const missing = Object.assign(new Error("Cannot find package '@nats-io/jetstream'"), {
  code: 'ERR_MODULE_NOT_FOUND',
});

test('names the setting and what to install where a package is missing', async () => {
  const loading = withPackages('ROLLCALL_NATS_URL', ['@nats-io/jetstream'], () => Promise.reject(missing));
  await expect(loading).rejects.toThrow(ConfigError);
  await expect(loading).rejects.toThrow(/ROLLCALL_NATS_URL needs .*npm install @nats-io\/jetstream/);
});

test('passes on any other error, and the result', async () => {
  const fault = new Error('connection refused');
  await expect(withPackages('X', [], () => Promise.reject(fault))).rejects.toBe(fault);
  expect(await withPackages('X', [], () => Promise.resolve(7))).toBe(7);
});
