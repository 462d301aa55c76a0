/** The reference's markdown as HTML. It knows what the pages are written in: headings, paragraphs, tables, code, bold and links. */

const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const inline = text =>
  text
    .split(/(`[^`]+`)/)
    .map(part =>
      part.startsWith('`')
        ? `<code>${escape(part.slice(1, -1))}</code>`
        : escape(part)
            .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
            .replace(/\[([^\]]+)\]\((\/reference[^)\s]*)\)/g, '<a href="$2">$1</a>'),
    )
    .join('');

const cellsOf = line =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(text => inline(text.replaceAll('\\|', '|').trim()));

const row = (tag, line) =>
  `<tr>${cellsOf(line)
    .map(text => `<${tag}>${text}</${tag}>`)
    .join('')}</tr>`;

const table = block => {
  const [head, , ...rows] = block.split('\n');
  return `<div class="table" tabindex="0"><table><thead>${row('th', head)}</thead>
<tbody>
${rows.map(line => row('td', line)).join('\n')}
</tbody></table></div>`;
};

const idOf = title =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** @returns {{ level: number, title: string } | undefined} */
const headingOf = block => {
  const [, marks, title] = /^(#+) (.+)$/.exec(block) ?? [];
  return marks && { level: marks.length, title };
};

const toHtml = block => {
  const heading = headingOf(block);
  if (heading) {
    const { level, title } = heading;
    const id = level === 1 ? '' : ` id="${idOf(title)}"`;
    return `<h${level}${id}>${inline(title)}</h${level}>`;
  }
  return block.startsWith('|') ? table(block) : `<p>${inline(block)}</p>`;
};

const titleOf = text => headingOf(text.split('\n', 1)[0]).title;
const link = (href, text) => `<li><a href="${href}">${inline(text)}</a></li>`;

/**
 * @param {Record<string, string>} pages markdown by name; `index` stands at /reference itself
 * @returns {Map<string, string>} file name to document
 */
export const htmlPages = pages => {
  const others = Object.entries(pages)
    .map(([name, text]) => link(name === 'index' ? '/reference' : `/reference/${name}`, titleOf(text)))
    .join('');
  const document = text => {
    const blocks = text.split('\n\n');
    const here = blocks
      .map(headingOf)
      .filter(heading => heading?.level > 1)
      .map(({ title }) => link(`#${idOf(title)}`, title))
      .join('');
    return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(titleOf(text))} · Rollcall</title><link rel="stylesheet" href="/reference/reference.css"></head>
<body><header><nav aria-label="Reference"><ul>${others}</ul></nav></header>
<main>${here && `<details><summary>On this page</summary><ul>${here}</ul></details>\n`}${blocks.map(toHtml).join('\n')}
</main></body></html>
`;
  };
  return new Map(Object.entries(pages).map(([name, text]) => [`${name}.html`, document(text)]));
};
