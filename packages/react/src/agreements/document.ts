/** An agreement's page as plain blocks of text, to be shown in the type and the colours of this page. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item';
  /** A line break of the page is "\n"; other white space of its source is one space. */
  readonly text: string;
}

const textOf = (element: Element): string => {
  const copy = element.cloneNode(true) as Element;
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\u2028');
  const text = copy.textContent ?? '';
  // Only preformatted text has line breaks of its own.
  const lines = element.tagName === 'PRE' ? text : text.replace(/[^\S\u2028]+/g, ' ');
  return lines.replace(/ *\u2028 */g, '\n').trim();
};

/**
 * Extracts the headings, paragraphs and list items of a page as text. Markup of the page is never inserted.
 * Browser only.
 */
export function blocksOf(html: string): Block[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const root = page.querySelector('main, article') ?? page.body;
  const blocks: Block[] = [];
  for (const element of root.querySelectorAll('h1, h2, h3, h4, p, li, pre')) {
    if (element.parentElement?.closest('p, li, pre')) continue;
    const text = textOf(element);
    if (!text) continue;
    const kind = /^H\d$/.test(element.tagName) ? 'heading' : element.tagName === 'LI' ? 'item' : 'paragraph';
    blocks.push({ kind, text });
  }
  const rest = root.textContent?.trim();
  return blocks.length === 0 && rest
    ? rest.split(/\n{2,}/).map(text => ({ kind: 'paragraph', text }))
    : blocks;
}

/**
 * Fetches an agreement's page and extracts its blocks. Rejects when the request fails or the page has no text.
 * Browser only.
 */
export async function fetchBlocks(url: string, signal: AbortSignal): Promise<Block[]> {
  const answer = await fetch(url, { signal, headers: { Accept: 'text/html' } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const blocks = blocksOf(await answer.text());
  if (blocks.length === 0) throw new Error('empty');
  return blocks;
}
