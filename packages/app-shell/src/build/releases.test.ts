/// <reference types="node" />
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  keepReleases,
  type Release,
  RELEASE_LIFE,
  RELEASES_KEPT,
  readReleases,
  withRelease,
} from './releases.mjs';

const release = (name: string, at: number, files: string[] = []): Release => ({ release: name, at, files });
const day = 24 * 3_600_000;

describe('which releases are kept', () => {
  test('the newest, and ten before it', () => {
    let releases: Release[] = [];
    for (let number = 0; number < 30; number++)
      releases = withRelease(releases, release(`r${number}`, number));
    expect(releases.map(one => one.release)).toEqual(
      Array.from({ length: RELEASES_KEPT + 1 }, (_, index) => `r${29 - index}`),
    );
  });

  test('for 30 days after another took their place, however old they were then', () => {
    const first = withRelease([], release('old', 0));
    const second = withRelease(first, release('second', 400 * day));
    expect(second.map(one => one.release)).toEqual(['second', 'old']);
    const kept = (at: number) => withRelease(second, release('third', at)).map(one => one.release);
    expect(kept(429 * day)).toEqual(['third', 'second', 'old']);
    expect(kept(430 * day)).toEqual(['third', 'second']);
  });

  test('once, and since it was first made, where the same is made again', () => {
    const made = withRelease(withRelease([], release('a', 1)), release('a', 50 * day));
    expect(made).toEqual([release('a', 1)]);
  });

  test('always the newest first and never without it, whatever the clock says', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: -50, max: 50 })));
    fc.assert(
      fc.property(steps, steps => {
        let releases: Release[] = [];
        let at = 0;
        for (const [name, days] of steps) {
          at += days * day;
          releases = withRelease(releases, release(name, at));
          expect(releases[0]?.release).toBe(name);
          expect(new Set(releases.map(one => one.release)).size).toBe(releases.length);
          expect(releases.length).toBeLessThanOrEqual(RELEASES_KEPT + 1);
        }
      }),
    );
  });
});

describe('their files', () => {
  let dist: string;
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'rollcall-releases-'));
    mkdirSync(join(dist, 'static', 'contests'), { recursive: true });
  });
  afterEach(() => rmSync(dist, { recursive: true, force: true }));
  const put = (...names: string[]) => {
    for (const name of names) for (const end of ['', '.br', '.gz']) writeFileSync(join(dist, name + end), '');
  };

  test('stay as long as their release, packed ones too, and go with it', async () => {
    put('static/1.a.js', 'static/2.b.js', 'static/contests/0.c.svg');
    await keepReleases(
      dist,
      ['static'],
      release('one', 0, ['static/1.a.js', 'static/2.b.js', 'static/contests/0.c.svg']),
    );
    put('static/1.d.js');
    await keepReleases(dist, ['static'], release('two', day, ['static/1.d.js', 'static/2.b.js']));
    expect(existsSync(join(dist, 'static/1.a.js.br'))).toBe(true);
    await keepReleases(
      dist,
      ['static'],
      release('three', day + RELEASE_LIFE, ['static/1.d.js', 'static/2.b.js']),
    );
    expect(readdirSync(join(dist, 'static')).sort()).toEqual([
      '1.d.js',
      '1.d.js.br',
      '1.d.js.gz',
      '2.b.js',
      '2.b.js.br',
      '2.b.js.gz',
      'contests',
    ]);
    expect(readdirSync(join(dist, 'static', 'contests'))).toEqual([]);
  });

  test('of a folder without a history are those of the release that is made', async () => {
    put('static/1.a.js', 'static/9.unknown.js');
    writeFileSync(join(dist, 'releases.json'), '{"broken');
    expect(await readReleases(dist)).toEqual([]);
    await keepReleases(dist, ['static', 'maps'], release('one', 0, ['static/1.a.js']));
    expect(existsSync(join(dist, 'static/1.a.js'))).toBe(true);
    expect(existsSync(join(dist, 'static/9.unknown.js'))).toBe(false);
    expect((await readReleases(dist)).map(one => one.release)).toEqual(['one']);
  });
});
