/** The agreements in force: what is asked of people, and what an account has not signed. */
import type { Agreement } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Language } from '../http/language.ts';
import type { Database } from '../platform/database/schema.ts';

/** Where the words of a document are read: in a language, or undefined for that of the reader's browser. */
const documentUrl = (id: number, language: Language | undefined): string =>
  `/agreements/${id}${language ? `?language=${language}` : ''}`;

export interface InForceQuestion {
  /** Documents of this pid go before those for every pid; undefined: only those for every pid. */
  readonly pid: string | undefined;
  readonly at: number;
  readonly language: Language;
  /** Whether the URLs of the answer name the language. */
  readonly inUrl: boolean;
  /** Only these documents, signed or not; undefined: all that need a signature. */
  readonly codes?: readonly string[];
  /** `all`: also those that need no signature. @default 'signed' */
  readonly needed?: 'signed' | 'all';
  /** Leaves out what this account signed. */
  readonly unsignedBy?: string;
}

/** The latest version of each document, in the order in which the documents were first published. */
export const documentsInForce = async (
  db: Kysely<Database>,
  question: InForceQuestion,
): Promise<Agreement[]> => {
  const { pid, at, language, inUrl, codes, needed, unsignedBy } = question;
  const { rows } = await sql<{ id: number; code: string; version: number; title: string }>`
    select id, code, version, title from (
      select distinct on (code) id, code, version, title ->> ${language} as title,
        min(id) over (partition by code) as place
      from agreements
      where published_at <= ${new Date(at)} and (pid is null or pid = ${pid ?? null})
        and ${codes ? sql`code = any(${codes}::text[])` : needed === 'all' ? sql`true` : sql`needs_signature`}
      order by code, pid nulls last, version desc
    ) latest
    where not exists (select from signatures where account_id = ${unsignedBy ?? null}::uuid and agreement_id = latest.id)
    order by place`.execute(db);
  return rows.map(({ id, code, version, title }) => ({
    id,
    code,
    version,
    title,
    url: documentUrl(id, inUrl ? language : undefined),
  }));
};
