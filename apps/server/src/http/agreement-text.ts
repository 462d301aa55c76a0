/** Parses an agreement's text into blocks and renders it as HTML. */
import { escapeHtml } from './escape-html.ts';

export interface TextBlock {
  readonly kind: 'heading' | 'paragraph';
  /** One line where it is a heading. */
  readonly lines: string[];
}

/** Splits a text at empty lines; blocks that begin with `# `, `## ` or `### ` are headings. */
export const textBlocks = (text: string): TextBlock[] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter(block => block.trim() !== '')
    .map(block => {
      const heading = /^#{1,3} (.+)$/.exec(block.trim())?.[1];
      return heading === undefined
        ? { kind: 'paragraph', lines: block.trim().split('\n') }
        : { kind: 'heading', lines: [heading] };
    });

/**
 * Renders a text as HTML. HTML in the text is escaped, because operators write it and all visitors read it.
 */
export const textToHtml = (text: string): string =>
  textBlocks(text)
    .map(({ kind, lines }) => {
      const html = lines.map(escapeHtml).join('<br>');
      return kind === 'heading' ? `<h2>${html}</h2>` : `<p>${html}</p>`;
    })
    .join('\n');
