import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, clientErrors, refusals } from '@rollcall/contract';
import { consoleCalls } from '@rollcall/contract/console';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describe as inWords, fieldRows } from './reference/forms.mjs';
import { makeReference, outdated, wireDocument } from './reference.mjs';

let pages: Map<string, string>;
beforeAll(() => {
  pages = makeReference();
});

const silent = { entry: () => ({ comment: '', inside: silent }), within: () => silent };
const rows = (schema: v.GenericSchema) =>
  (fieldRows(schema, silent) as { path: string; type: string; required: boolean; says: string[] }[]).map(
    ({ path, type, required, says }) => [path, type, required, says.join('; ')],
  );

describe('the reference', () => {
  test('in docs/reference matches the contract (else run npm run build -- reference)', () => {
    expect(outdated(pages)).toEqual([]);
  });

  test("in docs/usage-wire.md's tables matches the contract (else run npm run build -- reference)", () => {
    const { now, current } = wireDocument();
    expect(now).toBe(current);
  });

  test('has every call, refusal and error once', () => {
    const text = [...pages.values()].join('\n');
    const sections = [...text.matchAll(/^### (\S+)$/gm)].map(([, name]) => name);
    const names = [...Object.keys(calls), ...Object.keys(consoleCalls), ...Object.keys(refusals)];
    expect(sections).toEqual(expect.arrayContaining(names));
    expect(new Set(sections).size).toBe(sections.length);
    for (const name of clientErrors) expect(text).toContain(`| \`${name}\` |`);
  });

  test('has the comment of a field, also if the field is only referenced', () => {
    expect(pages.get('accounts.md')).toContain(
      '| `[].current` | boolean | Whether it is the session of this request |',
    );
    expect(pages.get('console.md')).toMatch(/\| `sort` \| "newest", "oldest", optional \| Without `q`/);
    expect(pages.get('accounts.md')).toMatch(/\| `grade` \| [^|]*\| An id of the grade list/);
  });

  test('has no link without a target', () => {
    const errors = pages.get('errors.md') ?? '';
    const anchors = new Set([...errors.matchAll(/^### (\S+)$/gm)].map(([, name]) => name?.toLowerCase()));
    for (const text of pages.values())
      for (const [, anchor] of text.matchAll(/\(errors\.md#([^)]+)\)/g)) expect(anchors).toContain(anchor);
  });
});

describe('a schema in the reference', () => {
  test('lists nested fields by path, and marks optional ones', () => {
    const list = v.object({ id: v.pipe(v.string(), v.uuid()) });
    const schema = v.object({
      q: v.optional(v.pipe(v.string(), v.regex(/^a|b$/)), 'a'),
      at: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
      kinds: v.array(v.picklist(['x', 'y'])),
      list: v.array(list),
    });
    expect(rows(schema)).toEqual([
      ['q', 'string', false, 'default `"a"`; `/^a|b$/`'],
      ['at', 'integer or null', true, 'at least 1'],
      ['kinds', 'array of "x", "y"', true, ''],
      ['list', 'array of objects', true, ''],
      ['list[].id', 'string', true, 'a UUID'],
    ]);
  });

  test("lists the fields of a list's items", () => {
    expect(rows(v.array(v.object({ id: v.number() })))).toEqual([['[].id', 'number', true, '']]);
    expect(rows(v.object({}))).toEqual([]);
    expect(inWords(v.literal(1)).type).toBe('1');
  });
});

describe('the check of the reference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-reference-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('names missing, changed and superfluous files', () => {
    writeFileSync(join(folder, 'same.md'), 'a\r\nb\n');
    writeFileSync(join(folder, 'other.md'), 'a');
    writeFileSync(join(folder, 'over.md'), '');
    const made = new Map([
      ['same.md', 'a\nb\n'],
      ['other.md', 'b'],
      ['missing.md', ''],
    ]);
    expect(outdated(made, folder)).toEqual(['other.md', 'missing.md', 'over.md']);
  });
});
