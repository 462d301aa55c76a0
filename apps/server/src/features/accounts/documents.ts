/** Agreements and protocols as they are published: versions of documents, and who signed which. */
import type { Agreement } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { Language } from '../../http/language.ts';
import type { MinorsSettings } from '../../identity/age.ts';
import { refuse } from '../../platform/refusal.ts';

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

/** The ids that are named: `[-1]` names none (specification, section 9). */
const named = (ids: readonly number[]): number[] => [...new Set(ids.filter(id => id !== -1))];

/** Whether any agreement is named at all. */
export const namesAgreements = (ids: readonly number[]): boolean => named(ids).length > 0;

const signable = async (db: Kysely<Database>, ids: readonly number[], pid: string, at: number) => {
  const wanted = named(ids);
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('agreements')
    .select(['id', 'version'])
    .where('id', 'in', wanted)
    .where('needs_signature', '=', true)
    .where('published_at', '<=', new Date(at))
    .where(eb => eb.or([eb('pid', 'is', null), eb('pid', '=', pid)]))
    .execute();
  if (rows.length < wanted.length) throw refuse('InvalidRequest', { data: { field: 'agreement_ids' } });
  return rows;
};

/**
 * Refuses ids that can't be signed for this pid, before anything is written.
 * @throws the refusal InvalidRequest, field agreement_ids.
 */
export const checkSignable = async (
  db: Kysely<Database>,
  ids: readonly number[],
  pid: string,
  at: number,
): Promise<void> => {
  await signable(db, ids, pid, at);
};

/**
 * Refuses versions that a later one has followed, before an account is made with them. A version for every pid stays good where
 * the pid has its own: callers may list agreements without naming a pid, and the pid's own is asked for afterwards.
 * @throws the refusal AgreementsOutdated, with the `agreement_ids` in force
 */
export const checkInForce = async (
  db: Kysely<Database>,
  ids: readonly number[],
  pid: string,
  at: number,
): Promise<void> => {
  if (!namesAgreements(ids)) return;
  const { rows } = await sql`
    select from agreements old where old.id = any(${named(ids)}::integer[]) and exists (
      select from agreements later
      where later.code = old.code and later.pid is not distinct from old.pid and later.version > old.version
        and later.published_at <= ${new Date(at)}
    )`.execute(db);
  if (rows.length === 0) return;
  const inForce = await documentsInForce(db, { pid, at, language: 'zh-CN', inUrl: false });
  throw refuse('AgreementsOutdated', { data: { agreement_ids: inForce.map(({ id }) => id) } });
};

export interface Signing {
  readonly accountId: string;
  /** An older version may be named where an account signs in: the new one is asked for afterwards. */
  readonly ids: readonly number[];
  readonly pid: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The signer's IP address. */
  readonly ip: string;
}

/** Whether the agreements are the guardian's to consent to. */
export const isUnderAge = async (
  db: Kysely<Database>,
  { mode }: MinorsSettings,
  accountId: string,
  at: number,
): Promise<boolean> => {
  if (mode === 'off') return false;
  const child = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('child_until', '>', new Date(at))
    .executeTakeFirst();
  return child !== undefined;
};

/**
 * Records signatures, but none of a person under age: account, agreement, version, time, IP address. What is signed stays as it was signed first.
 * @throws the refusal InvalidRequest, field agreement_ids, for an id that is no agreement of this pid.
 */
export const sign = async (
  db: Kysely<Database>,
  minors: MinorsSettings,
  { accountId, ids, pid, at, ip }: Signing,
): Promise<void> => {
  const agreements = await signable(db, ids, pid, at);
  if (agreements.length === 0 || (await isUnderAge(db, minors, accountId, at))) return;
  await db
    .insertInto('signatures')
    .values(
      agreements.map(({ id, version }) => ({
        account_id: accountId,
        agreement_id: id,
        version,
        signed_at: new Date(at),
        address: ip,
      })),
    )
    .onConflict(conflict => conflict.columns(['account_id', 'agreement_id']).doNothing())
    .execute();
};
