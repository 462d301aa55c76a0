/** The lockfiles are such that `npm ci` takes them on every platform, from any registry. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { completed, missing, platformOf } from './lockfile.mjs';
import { lockfiles, root } from './setup.mjs';

describe.each(lockfiles)('%s', name => {
  const lock = JSON.parse(readFileSync(join(root, name), 'utf8'));

  test('has an entry for every optional dependency', () => {
    expect(missing(lock), 'Run npm run build -- lockfiles.').toEqual([]);
  });

  test('names no registry', () => {
    const resolved = Object.values<{ resolved?: string }>(lock.packages).map(entry => entry.resolved ?? '');
    expect(resolved.filter(address => address.includes('://'))).toEqual([]);
  });
});

test("an added entry is where npm looks for it, with the platform of the package's name", () => {
  const optionalDependencies = {
    'a-linux-x64-musl': '1.0.0',
    'a-win32-arm64-msvc': '1.0.0',
    present: '2.0.0',
  };
  const lock = {
    packages: {
      '': {},
      'node_modules/b/node_modules/a': { version: '1.0.0', dev: true, optionalDependencies },
      'node_modules/present': { version: '2.0.0' },
    },
  };
  const { packages } = completed(lock);
  expect(packages).toMatchObject({
    'node_modules/b/node_modules/a-linux-x64-musl': {
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
      dev: true,
    },
    'node_modules/b/node_modules/a-win32-arm64-msvc': { os: ['win32'], cpu: ['arm64'], optional: true },
  });
  expect(missing({ packages })).toEqual([]);
});

test.each([
  ['@oxlint/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@rspack/binding-wasm32-wasi', { cpu: ['wasm32'] }],
  ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
])('reads the platform of %s', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

test('a name without a platform is refused', () => {
  expect(() => platformOf('typescript')).toThrow('does not say its platform');
});
