/** Operators' calls about dashboards. */
import { randomUUID } from 'node:crypto';
import { consoleCalls, type Dashboard, keptLimits, type Role } from '@rollcall/contract/console';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  answered,
  auditedFields,
  deleteShared,
  type KeptContext,
  lockRevision,
  requireRoom,
  said,
  sharedWith,
  shown,
} from './shared.ts';

type Calls = 'listDashboards' | 'getDashboard' | 'createDashboard' | 'changeDashboard' | 'deleteDashboard';

type Tiles = readonly { readonly id: string; readonly width: number }[];

/** @throws the refusal NotFound for a question or statement that is not there */
const putTiles = async (trx: Transaction<Database>, dashboard: string, tiles: Tiles): Promise<void> => {
  await trx.deleteFrom('usage_dashboard_tiles').where('dashboard_id', '=', dashboard).execute();
  if (tiles.length === 0) return;
  const ids = [...new Set(tiles.map(({ id }) => id))];
  // Locked, so that none is deleted before its tile refers to it.
  const among = async (table: 'usage_questions' | 'usage_sql'): Promise<ReadonlySet<string>> => {
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forKeyShare()
      .execute();
    return new Set(rows.map(({ id }) => id));
  };
  const questions = await among('usage_questions');
  const statements = await among('usage_sql');
  if (questions.size + statements.size < ids.length) throw refuse('NotFound', { data: { field: 'tiles' } });
  await trx
    .insertInto('usage_dashboard_tiles')
    .values(
      tiles.map(({ id, width }, at) => ({
        dashboard_id: dashboard,
        place: at + 1,
        question_id: questions.has(id) ? id : null,
        sql_id: statements.has(id) ? id : null,
        width,
      })),
    )
    .execute();
};

/** Takes the front page from the dashboard that has it; changes of it wait for one another. */
const clearFront = async (trx: Transaction<Database>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('usage front dashboard', 0))`.execute(trx);
  await trx.updateTable('usage_dashboards').set({ front: false }).where('front', '=', true).execute();
};

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The statements are for those who may run them. */
const tilesOf = async (db: Kysely<Database>, dashboard: string, role: Role): Promise<Dashboard['tiles']> => {
  const rows = await db
    .selectFrom('usage_dashboard_tiles as t')
    .leftJoin('usage_questions as q', 'q.id', 't.question_id')
    .leftJoin('usage_sql as s', 's.id', 't.sql_id')
    .select(['q.template', 'q.question', 's.sql', 't.width'])
    .select(eb => [
      eb.fn.coalesce('q.id', 's.id').$notNull().as('id'),
      eb.fn.coalesce('q.name', 's.name').$notNull().as('name'),
    ])
    .where('t.dashboard_id', '=', dashboard)
    .orderBy('t.place')
    .execute();
  const runs = sharedWith(role).includes(consoleCalls.runUsageSql.role);
  return rows.map(row => ({ ...row, sql: runs ? row.sql : null }));
};

export const dashboardHandlers = ({ db, now }: KeptContext): ConsoleHandlers<Calls> => {
  const read = () => db.selectFrom('usage_dashboards as k').leftJoin('operators as o', 'o.id', 'k.owner_id');
  return {
    listDashboards: async ({ operator }) => {
      const rows = await read()
        .select([...said, ...shown, 'k.front'])
        .select(eb =>
          eb
            .selectFrom('usage_dashboard_tiles as t')
            .select(e => e.fn.countAll<number>().as('count'))
            .whereRef('t.dashboard_id', '=', 'k.id')
            .as('tiles'),
        )
        .where('k.shared', 'in', sharedWith(operator.role))
        .orderBy('k.name')
        .orderBy('k.id')
        .execute();
      return { items: rows.map(row => ({ ...answered(row), tiles: row.tiles ?? 0 })) };
    },

    getDashboard: async ({ query: { id, front }, operator }) => {
      const seen = sharedWith(operator.role);
      const asked = read().select([...said, ...shown, 'k.front', 'k.period', 'k.filter']);
      const row =
        id === undefined
          ? front
            ? await asked.where('k.front', '=', true).where('k.shared', 'in', seen).executeTakeFirst()
            : undefined
          : await asked
              .where('k.id', '=', id)
              .where(eb => eb.or([eb('k.by_link', '=', true), eb('k.shared', 'in', seen)]))
              .executeTakeFirst();
      if (!row && !front) throw refuse('NotFound');
      if (!row) return { dashboard: null };
      const { period, filter, ...rest } = row;
      return {
        dashboard: {
          ...answered(rest),
          period: period as Dashboard['period'],
          filter: filter as Dashboard['filter'],
          tiles: await tilesOf(db, row.id, operator.role),
        },
      };
    },

    createDashboard: ({ body: { tiles, period, filter, ...fields }, operator, audit }) =>
      transaction(db, async trx => {
        await requireRoom(trx, 'usage_dashboards', keptLimits.dashboards);
        const id = randomUUID();
        if (fields.front) await clearFront(trx);
        await trx
          .insertInto('usage_dashboards')
          .values({
            ...fields,
            id,
            period: json(period),
            filter: json(filter),
            owner_id: operator.id,
            changed_at: new Date(now()),
          })
          .execute();
        await putTiles(trx, id, tiles);
        await audit(trx, { subject: id, after: { ...auditedFields(fields), front: fields.front } });
        return { id, revision: 1 };
      }),

    changeDashboard: ({ body: { id, revision, tiles, period, filter, ...fields }, audit }) =>
      transaction(db, async trx => {
        if (fields.front) await clearFront(trx);
        const row = await lockRevision(trx, 'usage_dashboards', { id, revision });
        await trx
          .updateTable('usage_dashboards')
          .set({
            ...fields,
            period: json(period),
            filter: json(filter),
            template: row.name === fields.name ? row.template : null,
            revision: revision + 1,
            changed_at: new Date(now()),
          })
          .where('id', '=', id)
          .execute();
        await putTiles(trx, id, tiles);
        await audit(trx, {
          subject: id,
          before: auditedFields(row),
          after: { ...auditedFields(fields), front: fields.front },
        });
        return { id, revision: revision + 1 };
      }),

    deleteDashboard: input => deleteShared(db, 'usage_dashboards', input),
  };
};
