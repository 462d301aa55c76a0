import { expect, test } from 'vitest';
import { settingGroups } from '../apps/server/src/app/setting-groups.ts';
import { guidePages } from './guides.mjs';
import { makeReference } from './reference.mjs';
import { htmlPages } from './reference/html.mjs';
import { fromMarkdown } from './reference/markdown.mjs';

const html = (text: string) =>
  fromMarkdown(text, (target: string) => (target.startsWith('/') ? target : undefined)).html;

test('a guide is written with its lists, code, tables and links', () => {
  expect(html('- one `a|b`\n  goes on\n- **two**\n\n1. first\n2. second')).toBe(
    '<ul>\n<li>one <code>a|b</code>\ngoes on</li>\n<li><strong>two</strong></li>\n</ul>\n<ol>\n<li>first</li>\n<li>second</li>\n</ol>',
  );
  expect(html('Text:\n```sh file=x\nls <a>\n\n# no heading\n```\nmore')).toBe(
    '<p>Text:</p>\n<pre tabindex="0"><code>ls &lt;a>\n\n# no heading</code></pre>\n<p>more</p>',
  );
  expect(html('[`x` and y](/z) [gone](../a)')).toBe('<p><a href="/z"><code>x</code> and y</a> gone</p>');
  expect(html('## A [b](c)\n\n## A b')).toBe('<h2 id="a-b">A b</h2>\n<h2 id="a-b-1">A b</h2>');
});

test('a guide shows raw HTML and pictures as text, leaves comments out, and follows no other address', () => {
  expect(html('<script>a()</script>\n\nb <img src=x onerror="c()"> ![d](https://e)\n\n<!-- f --><i>g')).toBe(
    '<p>&lt;script&gt;a()&lt;/script&gt;</p>\n<p>b &lt;img src=x onerror=&quot;c()&quot;&gt; ![d](https://e)</p>\n<p>&lt;i&gt;g</p>',
  );
  for (const raw of ['script', 'pre', 'code', 'kbd'])
    expect(html(`a <${raw}>b <img src=x onerror=c() //`)).toBe(
      `<p>a &lt;${raw}&gt;b &lt;img src=x onerror=c() //</p>`,
    );
  expect(html('[h](javascript:i) <https://j> [k](/l"m)')).toBe(
    '<p>h https://j <a href="/l&quot;m">k</a></p>',
  );
});

test('the guides have no link without a target, no script, no style, and no Markdown that no rule took', async () => {
  const guides = guidePages();
  const reference = htmlPages((await makeReference()).pages);
  const documents = new Map<string, string>(
    [...guides, ...[...reference].map(([file, text]) => [`reference/${file}`, text] as const)].map(
      ([file, text]) => [file.startsWith('reference/') ? file : `guides/${file}`, text],
    ),
  );
  const anchorsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  for (const [from, text] of guides) {
    for (const [, link = ''] of text.matchAll(/<a href="([^"]+)"/g)) {
      if (link.startsWith('https://')) continue;
      const [path = '', anchor] = link.split('#');
      const file =
        path === ''
          ? `guides/${from}`
          : /^\/\w+$/.test(path)
            ? `${path.slice(1)}/index.html`
            : `${path.slice(1)}.html`;
      const target = documents.get(file);
      expect(target, `${from}: ${link}`).toBeDefined();
      if (anchor) expect(anchorsOf(target ?? ''), `${from}: ${link}`).toContain(anchor);
    }
    const written = text.replaceAll(/<pre[^>]*>[\s\S]*?<\/pre>|<code>[^<]*<\/code>/g, '');
    expect(written, from).not.toMatch(/\*\*|\]\(|```|<script|<style|\sstyle=|\son\w+=/);
    const ids = anchorsOf(text);
    expect(new Set(ids).size, from).toBe(ids.length);
  }
});

test('each guide that a setting names is served, with its heading', () => {
  const guides = guidePages();
  const named = settingGroups.flatMap(({ settings }) =>
    settings.flatMap(({ what }) => {
      const [, path = '', anchor] = /\]\(([^)#]*)(?:#([^)]+))?\)/.exec(what.en) ?? [];
      return path || anchor ? [{ file: path.replace(/\.md$/, '') || 'configuration', anchor }] : [];
    }),
  );
  expect(named.length).toBeGreaterThan(10);
  for (const { file, anchor } of named) {
    const text = guides.get(`${file}.html`);
    expect(text, file).toBeDefined();
    if (anchor) expect(text, `${file}#${anchor}`).toContain(` id="${anchor}"`);
  }
});
