/** Markdown as HTML, by marked. Raw HTML and pictures are text, comments are left out: a page has no tag that is not from Markdown. */
import { Marked, Renderer } from 'marked';

export const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const idOf = title =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** A token's text without its marks: what anchors are made of. */
const plain = ({ tokens, text }) => (tokens ? tokens.map(plain).join('') : text);

// What marked takes for a tag it would leave as it is, with the text after `<pre>` and the like.
const tokenizer = {
  html(source) {
    const [raw] = /^<!--.*?-->\s*/s.exec(source) ?? [];
    return raw && { type: 'space', raw };
  },
  tag: () => undefined,
};

const rendererOf = hrefOf => ({
  image: ({ raw }) => escape(raw),
  code: ({ text }) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
  link({ href, tokens }) {
    const target = hrefOf(href);
    const words = this.parser.parseInline(tokens);
    return target === undefined ? words : `<a href="${escape(target)}">${words}</a>`;
  },
  table(token) {
    return `<div class="table" tabindex="0">${Renderer.prototype.table.call(this, token).trim()}</div>\n`;
  },
});

/**
 * A text without blocks.
 * @param {(target: string) => string | undefined} hrefOf where a link leads; undefined: its words alone stay
 */
export const inline = (text, hrefOf) =>
  new Marked({ tokenizer, renderer: rendererOf(hrefOf) }).parseInline(text);

/**
 * @param {(target: string) => string | undefined} hrefOf as of `inline`
 * @returns {{ title: string, html: string, headings: { id: string, title: string }[] }} the title is that of the first heading; the
 * headings are those below it
 */
export const fromMarkdown = (text, hrefOf) => {
  const seen = new Map();
  const headings = [];
  let first = '';
  const marked = new Marked({
    tokenizer,
    renderer: {
      ...rendererOf(hrefOf),
      heading({ depth, text: title, tokens }) {
        const words = this.parser.parseInline(tokens);
        if (depth === 1) {
          first = title;
          return `<h1>${words}</h1>\n`;
        }
        const id = idOf(tokens.map(plain).join(''));
        const before = seen.get(id) ?? 0;
        seen.set(id, before + 1);
        const own = before === 0 ? id : `${id}-${before}`;
        headings.push({ id: own, title });
        return `<h${depth} id="${own}">${words}</h${depth}>\n`;
      },
    },
  });
  const html = marked.parse(text).trimEnd();
  return { title: first, html, headings };
};
