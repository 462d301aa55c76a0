/** The jobs of imports: the act, its undoing, the messages, and the end of files that were only looked at. */
import { type Kysely, sql } from 'kysely';
import type { Feature } from '../../../http/feature.ts';
import { batchDelete } from '../../../platform/database/batch-delete.ts';
import type { Database } from '../../../platform/database/schema.ts';
import type { GuardianLinks } from '../minors/guardian-links.ts';
import { type ActContext, actOnBatch } from './act.ts';
import { UNDO_LIFE } from './read-row.ts';
import { tellNext } from './tell.ts';
import { undoBatch } from './undo.ts';

const EVERY = 2000;
const MINUTE = 60_000;
/** Milliseconds that a file is kept that was only looked at, or whose act was cancelled. */
const LOOK_LIFE = 24 * 60 * MINUTE;
/** Rows that one statement empties. */
const BATCH = 1000;

export interface ImportJobContext extends ActContext {
  readonly links: GuardianLinks;
  readonly now: () => number;
}

const inState = async (db: Kysely<Database>, state: 'running' | 'undoing'): Promise<string[]> => {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', state)
    .orderBy('run_at')
    .execute();
  return rows.map(({ id }) => id);
};

const end = (db: Kysely<Database>, id: string, from: 'running' | 'undoing', at: number) =>
  db
    .updateTable('imports')
    .set(from === 'running' ? { state: 'done', ended_at: new Date(at) } : { state: 'undone' })
    .where('id', '=', id)
    .where('state', '=', from)
    .execute();

/** Takes batches until none is left. @returns false where the process ends before */
const untilNone = async (takeBatch: () => Promise<number>, closing?: AbortSignal): Promise<boolean> => {
  for (;;) {
    if (closing?.aborted) return false;
    if ((await takeBatch()) === 0) return true;
  }
};

/** Empties rows that nobody acts upon any more, a batch at a time. */
const emptyRows = async (db: Kysely<Database>, ended: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      update import_rows set cells = null, person = null, phone = null, email = null, username = null
      where ctid = any (array(
        select r.ctid from import_rows r join imports i on i.id = r.import_id
        where i.state in ('done', 'undoing', 'undone') and i.ended_at < ${ended}
          and r.acted_at is null and r.cells is not null
        limit ${BATCH} for update of r skip locked
      ))`.execute(db);
    if (Number(numAffectedRows ?? 0) < BATCH) return;
  }
};

/** Deletes what expired. @param at milliseconds since 1970 */
export const deleteOldImports = async (db: Kysely<Database>, at: number): Promise<void> => {
  const looked = new Date(at - LOOK_LIFE);
  const kept = new Date(at - UNDO_LIFE - LOOK_LIFE);
  // Before any row of theirs: what is in a state that can be run has all of its rows.
  await db
    .updateTable('imports')
    .set({ state: 'done' })
    .where('state', '=', 'cancelled')
    .where('ended_at', '<', looked)
    .execute();
  await db
    .updateTable('imports')
    .set({ state: 'undone' })
    .where('state', '=', 'looked')
    .where('created_at', '<', looked)
    .execute();
  // The rest of one that was cancelled is given up; the rows that were left out have served.
  await emptyRows(db, looked);
  const over = sql<boolean>`i.state in ('done', 'undone')
    and (i.created_at < ${kept}::timestamptz or (i.run_at is null and i.created_at < ${looked}::timestamptz))`;
  await batchDelete(
    db,
    'import_rows',
    sql`exists (select from imports i where i.id = import_id and ${over})`,
  );
  await db.deleteFrom('imports as i').where(over).execute();
};

export const createImportJobs = (context: ImportJobContext): Feature => {
  const { db, links, minors, now } = context;
  return {
    jobs: [
      {
        name: 'bring people in',
        everyMs: EVERY,
        scope: 'installation',
        run: async (_, closing) => {
          for (const id of await inState(db, 'running')) {
            if (await untilNone(() => actOnBatch(context, id, now()), closing))
              await end(db, id, 'running', now());
          }
          for (const id of await inState(db, 'undoing')) {
            if (await untilNone(() => undoBatch(db, id), closing)) await end(db, id, 'undoing', now());
          }
        },
      },
      {
        name: 'tell people who were brought in',
        everyMs: MINUTE,
        scope: 'installation',
        run: async at => {
          const rows = await db
            .selectFrom('imports')
            .select('id')
            .where('tell_hourly', 'is not', null)
            .where('state', 'in', ['running', 'done'])
            .execute();
          for (const { id } of rows) await tellNext(db, links, minors.mode !== 'off', id, at);
        },
      },
      {
        name: 'delete old imports',
        everyMs: 60 * MINUTE,
        scope: 'installation',
        run: at => deleteOldImports(db, at),
      },
    ],
  };
};
