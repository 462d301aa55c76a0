/** Undoes an import: deletes the accounts that it made, of those who have not signed in since and whose guardian has not decided, and takes its changes back. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';

const BATCH = 500;

/**
 * Undoes the next rows.
 * @returns how many rows were judged; 0: none are left
 */
export const undoBatch = (db: Kysely<Database>, id: string): Promise<number> =>
  transaction(db, async trx => {
    const running = await trx
      .selectFrom('imports')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'undoing')
      .forUpdate()
      .executeTakeFirst();
    if (!running) return 0;
    const rows = await trx
      .selectFrom('import_rows')
      .select(['row', 'fate', 'account_id', 'before'])
      .where('import_id', '=', id)
      .where('acted_at', 'is not', null)
      .where('undone', 'is', null)
      .where('account_id', 'is not', null)
      .where('fate', 'in', ['make', 'change'])
      .orderBy('row')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return 0;
    const made = rows.filter(({ fate }) => fate === 'make').map(({ account_id: account }) => account ?? '');
    // Locked first: a sign-in that was under way is seen by the next statement.
    await sql`select from accounts where id = any(${made}::uuid[]) order by id for update`.execute(trx);
    const { rows: deleted } = await sql<{ id: string }>`
      with gone as (
        delete from accounts a where a.id = any(${made}::uuid[])
          -- Rows of sessions go after a month; the others stay for longer.
          and a.guarded_at is null
          and not exists (select from sessions s where s.account_id = a.id)
          and not exists (select from known_devices d where d.account_id = a.id)
          and not exists (select from guardian_decisions g where g.account_id = a.id)
        returning a.id
      ), forgotten as (
        delete from sign_in_failures f using gone where f.identity = decode(replace(gone.id::text, '-', ''), 'hex')
      )
      select id from gone`.execute(trx);
    const taken = new Set(deleted.map(({ id: account }) => account));
    const undone = rows.filter(({ account_id: account }) => taken.has(account ?? '')).map(({ row }) => row);
    for (const { row, account_id: account, before } of rows) {
      if (!before) continue;
      const { fullname, grade } = before;
      const back = async (column: 'fullname' | 'grade', [old, set]: readonly [unknown, unknown]) => {
        const { numUpdatedRows } = await trx
          .updateTable('accounts')
          .set({ [column]: old })
          .where('id', '=', account ?? '')
          .where(column, '=', set as never)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      };
      const names = fullname ? await back('fullname', fullname) : false;
      const grades = grade ? await back('grade', grade) : false;
      if (names || grades) undone.push(row);
    }
    // Who signed in since stays, and is not looked at again.
    await trx
      .updateTable('import_rows')
      .set({ undone: sql<boolean>`row = any(${undone}::integer[])` })
      .where('import_id', '=', id)
      .where(
        'row',
        'in',
        rows.map(({ row }) => row),
      )
      .execute();
    return rows.length;
  });
