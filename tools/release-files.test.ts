import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRelease } from './release-files.mjs';
import { root } from './setup.mjs';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'rollcall-release-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

test('a release has its files, the container file for its server, and checksums that the system checks', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8')) as {
    version: string;
  };
  const server = `rollcall-server-${version}.tgz`;
  const files = ['rollcall-react-0.1.0.tgz', server].map(name => join(place, name));
  for (const file of files) writeFileSync(file, file);
  const release = join(place, 'release');
  mkdirSync(release);
  writeFileSync(join(release, 'rollcall-react-0.0.9.tgz'), 'of the release before');

  expect(makeRelease(files, release)).toEqual([
    'Dockerfile',
    'SHA256SUMS',
    'rollcall-react-0.1.0.tgz',
    server,
  ]);
  expect(readFileSync(join(release, 'Dockerfile'), 'utf8')).toContain(`COPY ${server} `);
  const check = () =>
    spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release, encoding: 'utf8' });
  expect(check()).toMatchObject({
    status: 0,
    stdout: `Dockerfile: OK\nrollcall-react-0.1.0.tgz: OK\n${server}: OK\n`,
  });
  writeFileSync(join(release, server), 'another');
  expect(check().status).toBe(1);
});

test('a release that cannot be made leaves the one before', () => {
  const release = join(place, 'release');
  makeRelease([], release);
  expect(() => makeRelease([join(place, 'missing.tgz')], release)).toThrow('ENOENT');
  expect(existsSync(join(release, 'SHA256SUMS'))).toBe(true);
});
