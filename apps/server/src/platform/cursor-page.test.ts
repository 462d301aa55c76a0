import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createCursors } from './cursor-page.ts';

const key = randomBytes(32);
const cursors = createCursors([key]);
const form = v.tuple([v.string(), v.number()]);
const refused = expect.objectContaining({
  refusal: 'InvalidRequest',
  detail: { data: { field: 'cursor' } },
});

describe('a cursor', () => {
  it('is read in its own scope, also by another server with the same key', () => {
    const cursor = cursors('listPeople', 'newest', 'viewer').write(['13812345678', 7]);
    const other = createCursors([Buffer.from(key)]);
    expect(other('listPeople', 'newest', 'viewer').read(form, cursor)).toEqual(['13812345678', 7]);
    expect(cursors('listPeople').read(form, undefined)).toBeUndefined();
  });

  it('is read by servers with either secret while the secret is changed', () => {
    const next = randomBytes(32);
    const before = createCursors([key, next])('listPeople');
    const after = createCursors([next, key])('listPeople');
    expect(after.read(form, before.write(['a', 1]))).toEqual(['a', 1]);
    expect(before.read(form, after.write(['a', 1]))).toEqual(['a', 1]);
    expect(() => createCursors([next])('listPeople').read(form, before.write(['a', 1]))).toThrow(refused);
  });

  it('shows none of its keys, and is another one each time', () => {
    const one = cursors('listPeople').write(['13812345678', 7]);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('138');
    expect(cursors('listPeople').write(['13812345678', 7])).not.toBe(one);
  });

  it.each([
    ['call', ['listSignatures', 'newest', 'viewer']],
    ['order', ['listPeople', 'oldest', 'viewer']],
    ['role', ['listPeople', 'newest', 'admin']],
    ['split of the same words', ['listPeople', 'newestviewer']],
  ])('of another %s is refused', (_, scope) => {
    const cursor = cursors('listPeople', 'newest', 'viewer').write(['13812345678', 7]);
    expect(() => cursors(...scope).read(form, cursor)).toThrow(refused);
  });

  it('of another key, or of the form without encryption, is refused', () => {
    const foreign = createCursors([randomBytes(32)])('listPeople').write(['a', 1]);
    const plain = Buffer.from(JSON.stringify(['a', 1])).toString('base64url');
    for (const cursor of [foreign, plain]) {
      expect(() => cursors('listPeople').read(form, cursor)).toThrow(refused);
    }
  });

  it('is refused with any byte changed or cut off, and whatever text it is', () => {
    const bytes = Buffer.from(cursors('listPeople').write(['a', 1]), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      for (const odd of [changed, bytes.subarray(0, at)]) {
        expect(() => cursors('listPeople').read(form, odd.toString('base64url'))).toThrow(refused);
      }
    }
    fc.assert(
      fc.property(fc.string(), text => {
        expect(() => cursors('listPeople').read(form, text)).toThrow(refused);
      }),
    );
  });
});
