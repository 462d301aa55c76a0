/** Markdown as HTML. It knows what the documents are written in: headings, paragraphs, lists, tables, code, bold and links. */

export const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const SPAN = /`([^`]+)`|\*\*(.+?)\*\*|\[((?:[^[\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/gs;

/**
 * A text without its blocks.
 * @param {(target: string) => string | undefined} hrefOf where a link leads; undefined: its words alone stay
 */
export const inline = (text, hrefOf) => {
  let html = '';
  let from = 0;
  for (const { 0: whole, 1: code, 2: bold, 3: words, 4: target, index } of text.matchAll(SPAN)) {
    html += escape(text.slice(from, index));
    from = index + whole.length;
    if (code !== undefined) html += `<code>${escape(code)}</code>`;
    else if (bold !== undefined) html += `<strong>${inline(bold, hrefOf)}</strong>`;
    else {
      const href = hrefOf(target);
      const said = inline(words, () => undefined);
      html += href === undefined ? said : `<a href="${escape(href)}">${said}</a>`;
    }
  }
  return html + escape(text.slice(from));
};

const cellsOf = (line, hrefOf) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(text => inline(text.replaceAll('\\|', '|').trim(), hrefOf));

const row = (tag, line, hrefOf) =>
  `<tr>${cellsOf(line, hrefOf)
    .map(text => `<${tag}>${text}</${tag}>`)
    .join('')}</tr>`;

const table = (
  [head, , ...rows],
  hrefOf,
) => `<div class="table" tabindex="0"><table><thead>${row('th', head, hrefOf)}</thead>
<tbody>
${rows.map(line => row('td', line, hrefOf)).join('\n')}
</tbody></table></div>`;

const ITEM = /^(- |\d+\. )/;

const list = (lines, hrefOf) => {
  const items = lines.reduce(
    (found, line) =>
      ITEM.test(line)
        ? [...found, line.replace(ITEM, '')]
        : [...found.slice(0, -1), `${found.at(-1)}\n${line.trim()}`],
    [],
  );
  const tag = lines[0].startsWith('- ') ? 'ul' : 'ol';
  return `<${tag}>\n${items.map(text => `<li>${inline(text, hrefOf)}</li>`).join('\n')}\n</${tag}>`;
};

const idOf = title =>
  title
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The blocks of a text, each the lines of one. */
const blocksOf = text => {
  const blocks = [];
  let block = [];
  let fence;
  const end = () => {
    if (block.length > 0) blocks.push(block);
    block = [];
  };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const [ticks] = /^`{3,}/.exec(line) ?? [];
    if (fence === undefined && ticks === undefined) {
      const starts =
        /^#+ /.test(line) || (ITEM.test(line) !== ITEM.test(block[0] ?? '') && !line.startsWith(' '));
      const continues = block.length > 0 && !/^#+ /.test(block[0]) && !starts;
      // a table, a list and a paragraph may follow one another without an empty line
      const changes = (line[0] === '|') !== (block[0]?.[0] === '|');
      if (line.trim() === '' || !continues || changes) end();
      if (line.trim() !== '') block.push(line);
      continue;
    }
    if (fence === undefined) end();
    block.push(line);
    if (fence === undefined) fence = ticks;
    else if (line.trimEnd() === fence) {
      fence = undefined;
      end();
    }
  }
  end();
  return blocks;
};

/**
 * @param {(target: string) => string | undefined} hrefOf as of `inline`
 * @returns {{ title: string, html: string, headings: { id: string, title: string }[] }} the title is that of the first heading; the
 * headings are those below it
 */
export const fromMarkdown = (text, hrefOf) => {
  const seen = new Map();
  const headings = [];
  let first = '';
  const toHtml = lines => {
    const [line] = lines;
    const [, marks, title] = /^(#+) (.+)$/.exec(line) ?? [];
    if (marks) {
      const level = marks.length;
      if (level === 1) {
        first = title;
        return `<h1>${inline(title, hrefOf)}</h1>`;
      }
      const id = idOf(title);
      const before = seen.get(id) ?? 0;
      seen.set(id, before + 1);
      const own = before === 0 ? id : `${id}-${before}`;
      headings.push({ id: own, title });
      return `<h${level} id="${own}">${inline(title, hrefOf)}</h${level}>`;
    }
    if (line.startsWith('```'))
      return `<pre tabindex="0"><code>${escape(lines.slice(1, -1).join('\n'))}</code></pre>`;
    if (line.startsWith('|')) return table(lines, hrefOf);
    return ITEM.test(line) ? list(lines, hrefOf) : `<p>${inline(lines.join('\n'), hrefOf)}</p>`;
  };
  const html = blocksOf(text).map(toHtml).join('\n');
  return { title: first, html, headings };
};
