/** `GET /agreements/:id`: an agreement to read, in the reader's language. */
import type { FastifyInstance } from 'fastify';
import type { App } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { escapeHtml, sendPage } from '../../http/html.ts';
import { pageLanguage, pageTheme } from '../../http/language.ts';

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

export const addAgreementPage = (server: FastifyInstance, { db }: Pick<App, 'db'>): void => {
  server.get<{ Params: { id: string } }>('/agreements/:id', async (request, reply) => {
    const { id } = request.params;
    if (!/^[1-9]\d{0,8}$/.test(id)) throw refuse('NotFound');
    const row = await db
      .selectFrom('agreements')
      .select(['title', 'body', 'version', 'published_at'])
      .where('id', '=', Number(id))
      .executeTakeFirst();
    if (!row) throw refuse('NotFound');
    const language = pageLanguage(request.headers);
    const date = row.published_at.toISOString().slice(0, 10);
    const version = language === 'en' ? `Version ${row.version}, ${date}` : `第 ${row.version} 版，${date}`;
    return sendPage(reply, {
      title: row.title[language],
      language,
      theme: pageTheme(request.headers),
      body: `<p><small>${version}</small></p>\n${textToHtml(row.body[language])}`,
    });
  });
};
