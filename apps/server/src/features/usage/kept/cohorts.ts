/** Operators' calls about cohorts, and their definitions for the compiler of questions. */
import { randomUUID } from 'node:crypto';
import { accountsOf, type CohortDefinition, keptLimits } from '@rollcall/contract/console';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { answered, type KeptContext, lockRevision, requireRoom, said } from './shared.ts';

type Calls = 'listCohorts' | 'getCohort' | 'createCohort' | 'changeCohort' | 'deleteCohort';

/**
 * The definition of a cohort. A list whose accounts were all deleted has no members, and nobody is in it.
 * @returns undefined where there is no cohort of this id
 */
export const readCohort = async (db: Kysely<Database>, id: string): Promise<CohortDefinition | undefined> => {
  const row = await db
    .selectFrom('usage_cohorts')
    .select('definition')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.definition !== null) return row.definition as CohortDefinition;
  const accounts = await db
    .selectFrom('usage_cohort_accounts')
    .select('account_id')
    .where('cohort_id', '=', id)
    .orderBy('account_id')
    .execute();
  return { any: accounts.length === 0 ? [] : [{ accounts: accounts.map(each => each.account_id) }] };
};

/** The definitions of these cohorts, by their ids, as far as they are there. */
export const readCohorts = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CohortDefinition>> => {
  const found = await Promise.all(ids.map(async id => [id, await readCohort(db, id)] as const));
  return new Map(found.flatMap(([id, definition]) => (definition ? [[id, definition] as const] : [])));
};

const putAccounts = async (
  trx: Transaction<Database>,
  cohort: string,
  accounts: readonly string[] | undefined,
): Promise<void> => {
  await trx.deleteFrom('usage_cohort_accounts').where('cohort_id', '=', cohort).execute();
  if (!accounts) return;
  await sql`insert into usage_cohort_accounts (cohort_id, account_id)
    select ${cohort}::uuid, account_id from unnest(${accounts}::text[]) as given (account_id) group by account_id`.execute(
    trx,
  );
};

/** Without the accounts of a list, which the audit log would keep longer than the list does. */
const audited = (name: string, definition: CohortDefinition) => {
  const accounts = accountsOf(definition);
  return accounts ? { name, accounts: accounts.length } : { name, definition };
};

const stored = (definition: CohortDefinition): string | null =>
  accountsOf(definition) ? null : JSON.stringify(definition);

export const cohortHandlers = ({ db, now }: KeptContext): ConsoleHandlers<Calls> => {
  const read = () =>
    db
      .selectFrom('usage_cohorts as k')
      .leftJoin('operators as o', 'o.id', 'k.owner_id')
      .select(said)
      .select(
        sql<number | null>`case when k.definition is null
          then (select count(*) from usage_cohort_accounts a where a.cohort_id = k.id) end`.as('accounts'),
      );
  return {
    listCohorts: async () => {
      const rows = await read().orderBy('k.name').orderBy('k.id').execute();
      return { items: rows.map(answered) };
    },

    getCohort: async ({ query: { id } }) => {
      const row = await read().where('k.id', '=', id).executeTakeFirst();
      const definition = row && (await readCohort(db, id));
      if (!row || !definition) throw refuse('NotFound');
      return { ...answered(row), definition };
    },

    createCohort: ({ body: { definition, ...fields }, operator, audit }) =>
      transaction(db, async trx => {
        await requireRoom(trx, 'usage_cohorts', keptLimits.cohorts);
        const id = randomUUID();
        await trx
          .insertInto('usage_cohorts')
          .values({
            ...fields,
            id,
            definition: stored(definition),
            owner_id: operator.id,
            changed_at: new Date(now()),
          })
          .execute();
        await putAccounts(trx, id, accountsOf(definition));
        await audit(trx, { subject: id, after: audited(fields.name, definition) });
        return { id, revision: 1 };
      }),

    changeCohort: ({ body: { id, revision, definition, ...fields }, audit }) =>
      transaction(db, async trx => {
        const row = await lockRevision(trx, 'usage_cohorts', { id, revision });
        await trx
          .updateTable('usage_cohorts')
          .set({
            ...fields,
            ...(definition ? { definition: stored(definition) } : {}),
            revision: revision + 1,
            changed_at: new Date(now()),
          })
          .where('id', '=', id)
          .execute();
        if (definition) await putAccounts(trx, id, accountsOf(definition));
        await audit(trx, {
          subject: id,
          before: { name: row.name },
          after: definition ? audited(fields.name, definition) : { name: fields.name },
        });
        return { id, revision: revision + 1 };
      }),

    deleteCohort: ({ body: { id, revision }, audit }) =>
      transaction(db, async trx => {
        const row = await lockRevision(trx, 'usage_cohorts', { id, revision });
        await trx.deleteFrom('usage_cohorts').where('id', '=', id).execute();
        await audit(trx, { subject: id, before: { name: row.name } });
        return {};
      }),
  };
};
