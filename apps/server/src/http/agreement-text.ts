/** The text of an agreement, as blocks and as HTML. */
import { escapeHtml } from './html.ts';

export interface TextBlock {
  readonly kind: 'heading' | 'paragraph';
  /** One line where it is a heading. */
  readonly lines: string[];
}

/** A text's headings and paragraphs: an empty line parts them, `# ` and `## ` begin a heading. */
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
 * A text as HTML. Nothing in it is taken as HTML, for operators write these texts and everybody reads them.
 */
export const textToHtml = (text: string): string =>
  textBlocks(text)
    .map(({ kind, lines }) => {
      const html = lines.map(escapeHtml).join('<br>');
      return kind === 'heading' ? `<h2>${html}</h2>` : `<p>${html}</p>`;
    })
    .join('\n');
