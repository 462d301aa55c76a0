/**
 * `GET /agreements/:id`: an agreement to read, in the language of the URL (`?language=en`), else the reader's.
 * `GET /agreements`: those in force for the pages of the host, which the foot of every page links to.
 */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { textToHtml } from '../../http/agreement-text.ts';
import { escapeHtml } from '../../http/escape-html.ts';
import { sendPage } from '../../http/html.ts';
import { languages, pageLanguage, pageTheme } from '../../http/language.ts';
import { documentsInForce } from '../../identity/documents-in-force.ts';

/** The pid of the pages of each host, as the hosted pages have them. */
export interface PagePids {
  readonly site: { readonly pid: string };
  readonly hosts: ReadonlyMap<string, { readonly pid: string }>;
}

const listed = {
  'zh-CN': {
    title: '用户协议与隐私政策',
    description: '现行的用户协议、隐私政策等文件。',
    none: '目前没有生效的协议。',
  },
  en: {
    title: 'Terms and privacy',
    description: 'The agreements and policies that are in force.',
    none: 'No agreements are in force at present.',
  },
} as const;

export const addAgreementPage = (
  server: FastifyInstance,
  { db, now, pages }: { readonly db: Kysely<Database>; readonly now: () => number; readonly pages: PagePids },
): void => {
  server.get<{ Querystring: { language?: unknown } }>('/agreements', async (request, reply) => {
    const { query, headers, hostname } = request;
    const asked = languages.find(one => one === query.language);
    const language = asked ?? pageLanguage(headers);
    const { pid } = pages.hosts.get(hostname.toLowerCase()) ?? pages.site;
    const inForce = await documentsInForce(db, {
      pid,
      at: now(),
      language,
      inUrl: asked !== undefined,
      needed: 'all',
    });
    const rows = inForce.map(
      ({ url, title }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></li>`,
    );
    const { title, description, none } = listed[language];
    return sendPage(reply, {
      title,
      language,
      theme: pageTheme(headers),
      description,
      body: rows.length > 0 ? `<ol>${rows.join('\n')}</ol>` : `<p>${none}</p>`,
    });
  });
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
