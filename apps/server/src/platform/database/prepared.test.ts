import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../app/testing.ts';
import type { Database } from './schema.ts';
import { transaction } from './transaction.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a query is planned once for a connection, however often and with whatever values it is asked', async () => {
  const plans = await database.db.connection().execute(async db => {
    const ask = (phone: string) =>
      db.selectFrom('identifiers').select('account_id').where('value', '=', phone).execute();
    await ask('13800000000');
    await ask('13900000000');
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    );
    return rows.map(row => row.statement).filter(statement => statement.includes('"identifiers"'));
  });
  expect(plans).toHaveLength(1);
});

test('a transaction begins, keeps and takes back as before', async () => {
  const phones = () => database.db.selectFrom('budgets').select('name').execute();
  const budget = (name: string) => ({ name, ends_at: new Date(0), spent: 1, most: 1 });
  await database.db.transaction().execute(db => db.insertInto('budgets').values(budget('kept')).execute());
  const lost = database.db.transaction().execute(async db => {
    await db.insertInto('budgets').values(budget('lost')).execute();
    throw new Error('on purpose');
  });
  await expect(lost).rejects.toThrow('on purpose');
  expect(await phones()).toEqual([{ name: 'kept' }]);
});

test('a statement goes on after a migration of the next release gave its table a column, in a transaction too', async () => {
  const all = (db: Pick<Kysely<Database>, 'selectFrom'>) =>
    db.selectFrom('budgets').selectAll().where('spent', '<', 9).execute();
  // Each of several connections has planned it.
  const several = () => Promise.all(Array.from({ length: 3 }, () => all(database.db)));
  await several();
  await sql`alter table budgets add column of_the_next_release text`.execute(database.db);
  for (const rows of await several())
    expect(rows).toMatchObject([{ name: 'kept', of_the_next_release: null }]);
  await sql`alter table budgets add column another text`.execute(database.db);
  const changed = transaction(database.db, async db => {
    await db.updateTable('budgets').set({ spent: 2 }).execute();
    return all(db);
  });
  expect(await changed).toMatchObject([{ spent: 2, another: null }]);
});
