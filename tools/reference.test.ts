import { calls, clientErrors, refusals } from '@rollcall/contract';
import { consoleCalls } from '@rollcall/contract/console';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { keepComments } from './reference/doc-comments.mjs';
import { describe as inWords, fieldRows } from './reference/forms.mjs';
import { htmlPages } from './reference/html.mjs';
import { makeReference } from './reference.mjs';
import { documents, readDocument } from './samples.mjs';

let pages: Record<string, string>;
let wire: { now: string; current: string };
let html: Map<string, string>;
beforeAll(async () => {
  ({ pages, wire } = await makeReference());
  html = htmlPages(pages);
});

const rows = (schema: v.GenericSchema) =>
  (fieldRows(schema) as { path: string; type: string; required: boolean; says: string[] }[]).map(
    ({ path, type, required, says }) => [path, type, required, says.join('; ')],
  );
const anchorsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe('the reference', () => {
  test("in docs/usage-wire.md's tables matches the contract (else run npm run build -- reference)", () => {
    expect(wire.now).toBe(wire.current);
  });

  test('has every call, refusal and error once', () => {
    const text = Object.values(pages).join('\n');
    const sections = [...text.matchAll(/^### (\S+)$/gm)].map(([, name]) => name);
    const names = [...Object.keys(calls), ...Object.keys(consoleCalls), ...Object.keys(refusals)];
    expect(sections).toEqual(expect.arrayContaining(names));
    expect(new Set(sections).size).toBe(sections.length);
    for (const name of clientErrors) expect(text).toContain(`| \`${name}\` |`);
  });

  test('has the comment of a field, also if the field is only referenced', () => {
    expect(pages['accounts']).toContain(
      '| `[].current` | boolean | Whether it is the session of this request |',
    );
    expect(pages['console']).toMatch(/\| `sort` \| "newest", "oldest", optional \| Without `q`/);
    expect(pages['accounts']).toMatch(/\| `grade` \| [^|]*\| An id of the grade list/);
  });

  test('has the comment of a field from its own place, from a name, from a list and from an option', () => {
    expect(pages['console']).toContain(
      '| `child` | boolean | Whether the person is under 14: then numbers, addresses',
    );
    expect(pages['console']).toMatch(/\| `role` \| "viewer", [^|]*\| The roles of operators;/);
    expect(pages['accounts']).toMatch(/\| `avatar_url` \| "" or string [^|]*\| The URL of a picture/);
    expect(pages['accounts']).toContain('| For `usage`: the kinds that may be recorded; 5 at most |');
    // The comment of a number within a rule is not the field's.
    expect(pages['console']).not.toContain("Maximum characters of a document's text");
  });

  test('has calls by subject, in the order of their sources', () => {
    const text = pages['accounts'] ?? '';
    const places = ['## Sign-up', '### sendRegisterCaptcha', '### registerByPhone', '## Sign-in'].map(line =>
      text.indexOf(`\n${line}\n`),
    );
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('as HTML has no link without a target, no script and no style of its own', () => {
    const links = [...html].flatMap(([from, text]) =>
      [...text.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => {
        const [path = '', anchor] = link.split('#');
        const file =
          path === ''
            ? from
            : path === '/reference'
              ? 'index.html'
              : `${path.slice('/reference/'.length)}.html`;
        return { link: `${from}: ${link}`, file, anchor };
      }),
    );
    expect(links.length).toBeGreaterThan(1000);
    const anchors = new Map([...html].map(([file, text]) => [file, new Set(anchorsOf(text))]));
    expect(
      links.filter(({ file, anchor }) => !anchors.get(file) || (anchor && !anchors.get(file)?.has(anchor))),
    ).toEqual([]);
    for (const text of html.values()) {
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
      // What no rule of the renderer took.
      expect(text.replaceAll(/<code>[^<]*<\/code>/g, '')).not.toMatch(/\*\*|\]\(|\\\||`/);
      const ids = anchorsOf(text);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('is where the documents link it', () => {
    const links = documents().flatMap(path =>
      [...readDocument(path).matchAll(/\(http:\/\/127\.0\.0\.1:8080\/reference\/?([\w-]*)\)/g)].map(
        ([, name]) => `${name || 'index'}.html`,
      ),
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter(file => !html.has(file))).toEqual([]);
  });
});

describe('HTML of the reference', () => {
  test('escapes what a comment says, and keeps a bar within a cell', () => {
    const text = htmlPages({
      index: '# A & B\n\n`<b>` "x" <i> **bold** [y](/reference/z#q)\n\n| a | b |\n|---|---|\n| `x\\|y` | 1 |',
    }).get('index.html');
    expect(text).toContain(
      '<p><code>&lt;b&gt;</code> &quot;x&quot; &lt;i&gt; <strong>bold</strong> <a href="/reference/z#q">y</a></p>',
    );
    expect(text).toContain('<td><code>x|y</code></td>\n<td>1</td>');
    expect(text).toContain('<h1>A &amp; B</h1>');
  });
});

describe('a source with its comments kept', () => {
  const kept = (code: string) =>
    keepComments(code, '/packages/contract/src/calls/deep/a.ts')?.code.split('\n').slice(1).join('\n');

  test('passes on fields, names and calls, without the tags of a comment', () => {
    expect(kept('/**\n * One\n * two.\n * @see x\n */\nexport const a = f();')).toContain(
      'a = $documented(f(), "One two.");',
    );
    expect(kept('const b = { /** Says "it". @default none */ x, /** y */ y: g(1) };')).toContain(
      'x: $documented(x, "Says \\"it\\"."), /** y */ y: $documented(g(1), "y")',
    );
    expect(kept('export const c = { summary } as const satisfies Call;')).toContain(
      '$placed({ summary } as const satisfies Call, "deep")',
    );
    expect(kept('const d = { /* no */ x: 1 };')).toBeUndefined();
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
