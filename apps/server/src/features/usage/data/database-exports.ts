/** Stores exports in the database, a row for each member. */
import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { type ExportFiles, memberOf } from './export-files.ts';
import type { Jobs } from './jobs.ts';

/**
 * @param hold locks the job's row for the rest of the transaction. @throws where another process has the job, whose parts must not be
 * overwritten
 */
export const databaseExports = (db: Kysely<Database>, hold: Jobs['hold']): ExportFiles => {
  const parts = (trx: Kysely<Database>, id: string) =>
    trx.selectFrom('usage_export_parts').where('job_id', '=', id);

  async function* contentOf(id: string) {
    let at: number | undefined = 0;
    while (at !== undefined) {
      const part: { content: Buffer } | undefined = await parts(db, id)
        .select('content')
        .where('at_byte', '=', at)
        .executeTakeFirst();
      if (part) yield part.content;
      at = part && at + part.content.length;
    }
  }

  const sizeOf = async (id: string, finished: boolean): Promise<number> => {
    const { bytes } = await parts(db, id)
      .select(sql<number>`coalesce(sum(length(content)), 0)::bigint`.as('bytes'))
      .where('finished', '=', finished)
      .executeTakeFirstOrThrow();
    return bytes;
  };

  const cut = (trx: Kysely<Database>, id: string, bytes: number) =>
    trx.deleteFrom('usage_export_parts').where('job_id', '=', id).where('at_byte', '>=', bytes).execute();

  return {
    add: async (id, bytes, lines) => {
      const content = await memberOf(lines);
      await transaction(db, async trx => {
        await hold(trx, id);
        await cut(trx, id, bytes);
        await trx.insertInto('usage_export_parts').values({ job_id: id, at_byte: bytes, content }).execute();
      });
      return bytes + content.length;
    },
    size: id => sizeOf(id, false),
    finish: (id, bytes) =>
      transaction(db, async trx => {
        await hold(trx, id);
        await cut(trx, id, bytes);
        await trx
          .updateTable('usage_export_parts')
          .set({ finished: true })
          .where('job_id', '=', id)
          .execute();
      }),
    read: async id => {
      const bytes = await sizeOf(id, true);
      return bytes === 0 ? undefined : { stream: Readable.from(contentOf(id)), bytes };
    },
    remove: async id => {
      await db.deleteFrom('usage_export_parts').where('job_id', '=', id).execute();
    },
  };
};
