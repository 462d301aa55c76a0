/** `GET /agreements/:id`: an agreement to read, in the language of the URL (`?language=en`), else the reader's. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { textToHtml } from '../../http/agreement-text.ts';
import { sendPage } from '../../http/html.ts';
import { languages, pageLanguage, pageTheme } from '../../http/language.ts';

export const addAgreementPage = (server: FastifyInstance, db: Kysely<Database>): void => {
  server.get<{ Params: { id: string }; Querystring: { language?: unknown } }>(
    '/agreements/:id',
    async (request, reply) => {
      const { id } = request.params;
      if (!/^[1-9]\d{0,8}$/.test(id)) throw refuse('NotFound');
      const row = await db
        .selectFrom('agreements')
        .select(['title', 'body', 'version', 'published_at'])
        .where('id', '=', Number(id))
        .executeTakeFirst();
      if (!row) throw refuse('NotFound');
      const language = languages.find(one => one === request.query.language) ?? pageLanguage(request.headers);
      const date = row.published_at.toISOString().slice(0, 10);
      const version = language === 'en' ? `Version ${row.version}, ${date}` : `第 ${row.version} 版，${date}`;
      return sendPage(reply, {
        title: row.title[language],
        language,
        theme: pageTheme(request.headers),
        description: `${row.title[language]}${language === 'en' ? ': ' : '：'}${version}`,
        body: `<p><small>${version}</small></p>\n${textToHtml(row.body[language])}`,
      });
    },
  );
};
