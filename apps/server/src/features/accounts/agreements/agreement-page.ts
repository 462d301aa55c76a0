/**
 * `GET /agreements/:id`: an agreement to read, in the language of the URL (`?language=en`), else the reader's.
 * `GET /agreements`: those in force for the pages of the host, which the foot of every page links to.
 */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { refuse } from '../../../platform/refusal.ts';
import { SCHOOL_ZONE } from '../../../platform/school-zone.ts';
import { textToHtml } from '../../../http/agreement-text.ts';
import { escapeHtml } from '../../../http/escape-html.ts';
import { pageFor, sendPage } from '../../../http/html.ts';
import { type Language, languages, pageLanguage } from '../../../http/language.ts';
import { documentsInForce } from '../../../identity/documents-in-force.ts';
import { fill, type Words } from '../../../platform/words.ts';

/** The pid of the pages of each host, as the hosted pages have them. */
export interface PagePids {
  readonly site: { readonly pid: string };
  readonly hosts: ReadonlyMap<string, { readonly pid: string }>;
}

const en = {
  title: 'Terms and privacy',
  description: 'The agreements and policies that are in force.',
  none: 'No agreements are in force at present.',
  version: 'Version {version}, {date}',
  /** What search engines show of one. */
  described: '{title}: {version}',
};

export type AgreementsWords = typeof en;

export const agreementsWords: Words<AgreementsWords> = {
  en,
  'zh-CN': {
    title: '用户协议与隐私政策',
    description: '现行的用户协议、隐私政策等文件。',
    none: '目前没有生效的协议。',
    version: '第 {version} 版，{date}',
    described: '{title}：{version}',
  },
};

/** The school's day, which in another zone may be the one before. */
const day = (language: Language): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: SCHOOL_ZONE });

export const addAgreementPage = (
  server: FastifyInstance,
  {
    db,
    now,
    pages,
    words,
  }: {
    readonly db: Kysely<Database>;
    readonly now: () => number;
    readonly pages: PagePids;
    readonly words: Words<AgreementsWords>;
  },
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
    const { title, description, none } = words[language];
    const body = rows.length > 0 ? `<ol>${rows.join('\n')}</ol>` : `<p>${escapeHtml(none)}</p>`;
    return sendPage(
      reply,
      pageFor(headers, () => ({ title, description, body }), language),
    );
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
      const asked = languages.find(one => one === request.query.language);
      const draw = (language: Language) => {
        const own = words[language];
        const date = day(language).format(row.published_at);
        const version = fill(own.version, { version: row.version, date });
        const title = row.title[language];
        return {
          title,
          description: fill(own.described, { title, version }),
          body: `<p><small>${escapeHtml(version)}</small></p>\n${textToHtml(row.body[language])}`,
        };
      };
      return sendPage(reply, pageFor(request.headers, draw, asked));
    },
  );
};
