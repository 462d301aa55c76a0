/** What a page's translator does to a page, for tests. */

/** Elements whose text translators leave alone. */
const UNTOUCHED = 'script, style, textarea, title, option, svg, font, [translate=no]';

/**
 * Puts another text node, in two `<font>` elements, in the place of each text node that is not blank, as the translators of
 * Chrome and Edge do. The text stays the same, so that a test finds it.
 */
export function translate(root: ParentNode & Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  for (const text of found) {
    if (text.data.trim() === '' || text.parentElement?.closest(UNTOUCHED)) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  }
}
