/** The titles of agreements that a record names by id. */
import type { Kysely } from 'kysely';
import type { Language } from '../http/language.ts';
import type { Database } from '../platform/database/schema.ts';

/** What a guardian's decision names of an agreement. */
interface Named {
  readonly id: number;
  readonly code: string;
}

/** Gives the title of an agreement in both languages: its code where it is gone. */
export const agreementTitles = async (
  db: Kysely<Database>,
  agreements: readonly Named[],
): Promise<(agreement: Named) => Readonly<Record<Language, string>>> => {
  const ids = [...new Set(agreements.map(({ id }) => id))];
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('agreements').select(['id', 'title']).where('id', 'in', ids).execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return ({ id, code }) => titles.get(id) ?? { 'zh-CN': code, en: code };
};
