/** The pages of the reference, and of the guides, as HTML documents. */
import { escape, fromMarkdown, inline } from './markdown.mjs';

const link = (href, text) => `<li><a href="${href}">${inline(text, () => undefined)}</a></li>`;
/** Pages whose links stand open. */
const MANY = 12;
const inReference = target => (/^\/reference(?:[/#]|$)/.test(target) ? target : undefined);

/**
 * @param {Record<string, string>} pages markdown by name; `index` stands at the place itself
 * @param {{ place: string, label: string, hrefOf: (target: string) => string | undefined }} of where they stand, what the links
 * between them are called, and where a link leads
 * @returns {Map<string, string>} file name to document
 */
export const htmlPages = (
  pages,
  { place, label, hrefOf } = { place: '/reference', label: 'Reference', hrefOf: inReference },
) => {
  const read = Object.entries(pages).map(([name, text]) => ({ name, ...fromMarkdown(text, hrefOf) }));
  const others = read
    .map(({ name, title }) => link(name === 'index' ? place : `${place}/${name}`, title))
    .join('');
  const list = `<ul>${others}</ul>`;
  // many would push the page out of sight
  const nav = read.length > MANY ? `<details><summary>${label}</summary>${list}</details>` : list;
  const document = ({ title, html, headings }) => {
    const here = headings.map(one => link(`#${one.id}`, one.title)).join('');
    return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Rollcall</title><link rel="stylesheet" href="/reference/reference.css"></head>
<body><header><nav aria-label="${label}">${nav}</nav></header>
<main>${here && `<details><summary>On this page</summary><ul>${here}</ul></details>\n`}${html}
</main></body></html>
`;
  };
  return new Map(read.map(page => [`${page.name}.html`, document(page)]));
};
