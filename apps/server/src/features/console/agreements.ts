/** Agreement drafts, published versions and signatures. A published version is immutable. */
import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import type { CheckPid } from '../../identity/pids.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { textBlocks } from '../../http/agreement-text.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { ConsoleContext } from './context.ts';
import { maskingInList } from './masking.ts';

type AgreementCall =
  | 'listDocuments'
  | 'listDocumentVersions'
  | 'getDocumentVersion'
  | 'getDraft'
  | 'saveDraft'
  | 'discardDraft'
  | 'previewDocument'
  | 'publishDocument'
  | 'listSignatures';

interface Named {
  readonly code: string;
  readonly pid: string | null;
}

/** The subject in the audit log: `user-agreement`, or `school/user-agreement` for the version of one pid. */
const subjectOf = ({ code, pid }: Named): string => (pid === null ? code : `${pid}/${code}`);
/** The pid column of `agreement_drafts`, which is part of the key and cannot be null. */
const pidKey = (pid: string | null): string => pid ?? '';

const latestVersion = async (db: Kysely<Database>, { code, pid }: Named): Promise<number> => {
  const row = await db
    .selectFrom('agreements')
    .select(eb => eb.fn.max('version').as('version'))
    .where('code', '=', code)
    .where('pid', pid === null ? 'is' : '=', pid)
    .executeTakeFirst();
  return row?.version ?? 0;
};

const versionColumns = [
  'id',
  'code',
  'pid',
  'version',
  'needs_signature',
  'title',
  'published_at',
] as const satisfies readonly string[];

const signatures = sql<number>`(select count(*) from signatures s where s.agreement_id = agreements.id)`.as(
  'signatures',
);

const versionCursor = v.tuple([v.pipe(v.number(), v.safeInteger())]);
const signatureCursor = v.tuple([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.regex(/^[\da-f-]{36}$/)),
]);

interface DocumentRow {
  code: string;
  pid: string | null;
  id: number | null;
  version: number | null;
  needs_signature: boolean;
  title: { 'zh-CN': string; en: string };
  published_at: Date | null;
  signatures: number;
  draft_at: Date | null;
}

export const agreementHandlers = ({
  db,
  now,
  checkPid,
}: ConsoleContext & { readonly checkPid: CheckPid }): ConsoleHandlers<AgreementCall> => {
  const checked = ({ code, pid }: { code: string; pid?: string | null | undefined }): Named => {
    if (typeof pid === 'string') checkPid(pid);
    return { code, pid: pid ?? null };
  };

  return {
    listDocuments: async () => {
      const { rows } = await sql<DocumentRow>`
        with latest as (
          select distinct on (code, pid) id, code, pid, version, needs_signature, title, published_at
          from agreements order by code, pid, version desc
        )
        select coalesce(l.code, d.code) as code, coalesce(l.pid, nullif(d.pid, '')) as pid, l.id, l.version,
          coalesce(l.needs_signature, d.needs_signature) as needs_signature, coalesce(l.title, d.title) as title,
          l.published_at, d.changed_at as draft_at,
          (select count(*) from signatures s where s.agreement_id = l.id) as signatures
        from latest l full join agreement_drafts d on d.code = l.code and d.pid = coalesce(l.pid, '')
        order by 1, 2 nulls first`.execute(db);
      return rows.map(row => ({
        ...row,
        version: row.version ?? 0,
        published_at: row.published_at?.getTime() ?? null,
        draft_at: row.draft_at?.getTime() ?? null,
      }));
    },

    listDocumentVersions: async ({ query, cursors }) => {
      const { code, pid } = checked(query);
      const list = cursors();
      const after = list.read(versionCursor, query.cursor);
      let rows = db
        .selectFrom('agreements')
        .select(versionColumns)
        .select(signatures)
        .where('code', '=', code)
        .where('pid', pid === null ? 'is' : '=', pid)
        .orderBy('version', 'desc')
        .limit(query.limit + 1);
      if (after) rows = rows.where('version', '<', after[0]);
      return list.pageOf(
        await rows.execute(),
        query.limit,
        row => [row.version],
        row => ({ ...row, published_at: row.published_at.getTime() }),
      );
    },

    getDocumentVersion: async ({ query: { id } }) => {
      const row = await db
        .selectFrom('agreements')
        .select([...versionColumns, 'body'])
        .select(signatures)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw refuse('NotFound');
      return { ...row, published_at: row.published_at.getTime() };
    },

    getDraft: async ({ query }) => {
      const { code, pid } = checked(query);
      const row = await db
        .selectFrom('agreement_drafts')
        .selectAll()
        .where('code', '=', code)
        .where('pid', '=', pidKey(pid))
        .executeTakeFirst();
      if (!row) throw refuse('NotFound');
      return { ...row, pid, changed_at: row.changed_at.getTime() };
    },

    saveDraft: ({ body, operator, audit }) => {
      const document = checked(body);
      return transaction(db, async trx => {
        const { title, body: text, needs_signature, revision } = body;
        const values = {
          needs_signature,
          title: JSON.stringify(title),
          body: JSON.stringify(text),
          changed_at: new Date(now()),
          changed_by: operator.name,
        };
        const key = { code: document.code, pid: pidKey(document.pid) };
        // Optimistic lock: of two concurrent saves the second gets Conflict.
        const saved =
          revision === 0
            ? await trx
                .insertInto('agreement_drafts')
                .values({
                  ...key,
                  ...values,
                  base_version: await latestVersion(trx, document),
                  revision: 1,
                })
                .onConflict(conflict => conflict.doNothing())
                .returning('revision')
                .executeTakeFirst()
            : await trx
                .updateTable('agreement_drafts')
                .set({ ...values, revision: revision + 1 })
                .where('code', '=', key.code)
                .where('pid', '=', key.pid)
                .where('revision', '=', revision)
                .returning('revision')
                .executeTakeFirst();
        if (!saved) throw refuse('Conflict');
        await audit(trx, { subject: subjectOf(document), after: { revision: saved.revision } });
        return saved;
      });
    },

    discardDraft: ({ body, audit }) => {
      const document = checked(body);
      return transaction(db, async trx => {
        const gone = await trx
          .deleteFrom('agreement_drafts')
          .where('code', '=', document.code)
          .where('pid', '=', pidKey(document.pid))
          .returning('revision')
          .executeTakeFirst();
        if (!gone) throw refuse('NotFound');
        await audit(trx, { subject: subjectOf(document), before: { revision: gone.revision } });
        return {};
      });
    },

    previewDocument: async ({ body }) => textBlocks(body.text),

    publishDocument: async ({ body, audit }) => {
      const document = checked(body);
      const { title, body: text, needs_signature, base_version: base } = body;
      return transaction(db, async trx => {
        const latest = await latestVersion(trx, document);
        if (latest !== base) throw refuse('Conflict');
        const published = await trx
          .insertInto('agreements')
          .values({
            code: document.code,
            pid: document.pid,
            version: latest + 1,
            needs_signature,
            title: JSON.stringify(title),
            body: JSON.stringify(text),
            published_at: new Date(now()),
          })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow();
        await trx
          .deleteFrom('agreement_drafts')
          .where('code', '=', document.code)
          .where('pid', '=', pidKey(document.pid))
          .execute();
        await audit(trx, {
          subject: subjectOf(document),
          before: { version: latest },
          after: { version: published.version, id: published.id, needs_signature, title },
        });
        return published;
      }).catch((error: unknown) => {
        // Another request published the same version number concurrently.
        throw uniqueViolation(error) === 'agreements_version' ? refuse('Conflict') : error;
      });
    },

    listSignatures: async ({ query: { id, limit, cursor }, operator, cursors, audit }) => {
      const list = cursors();
      const after = list.read(signatureCursor, cursor);
      const document = await db.selectFrom('agreements').select('id').where('id', '=', id).executeTakeFirst();
      if (!document) throw refuse('NotFound');
      let rows = db
        .selectFrom('signatures as s')
        .innerJoin('accounts as a', 'a.id', 's.account_id')
        .select(['s.account_id', 'a.nickname', 'a.fullname', 'a.child_until', 's.signed_at', 's.address'])
        .where('s.agreement_id', '=', id)
        .orderBy('s.signed_at', 'desc')
        .orderBy('s.account_id', 'desc')
        .limit(limit + 1);
      if (after) {
        rows = rows.where(
          sql<boolean>`(s.signed_at, s.account_id) < (${new Date(after[0])}::timestamptz, ${after[1]}::uuid)`,
        );
      }
      const found = (await rows.execute()).map(({ child_until: until, ...row }) => ({
        row,
        masking: maskingInList(operator, until, now()),
      }));
      const shown = found.slice(0, limit);
      // Each look at somebody under 14 is logged, also a viewer's.
      if (operator.role !== 'viewer' || shown.some(({ masking }) => masking.child)) {
        const people = shown.map(({ row }) => row.account_id);
        await audit(db, { subject: String(id), after: { people } });
      }
      return list.pageOf(
        found,
        limit,
        ({ row }) => [row.signed_at.getTime(), row.account_id],
        ({ row, masking }) => ({
          ...row,
          nickname: masking.nickname(row.nickname),
          fullname: masking.fullname(row.fullname),
          signed_at: row.signed_at.getTime(),
          address: masking.ip(row.address),
        }),
      );
    },
  };
};
