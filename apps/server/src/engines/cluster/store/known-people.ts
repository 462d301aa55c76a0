/** What is known of people beside their events, in ClickHouse. The hashes of people whose rows are changed stand in no other table. */
import type { Cell, Columns } from '../../../events/store/rows.ts';
import { type PeopleChange, peopleCells, peopleColumns, personsOf } from '../../../events/store/people.ts';
import type { ClickHouse } from './client.ts';
import { deleteRows, type Layout, truncate } from './ddl.ts';
import { wellFormed } from './rows.ts';

interface Context {
  readonly store: ClickHouse;
  readonly layout: Layout;
}

const names = Object.keys(peopleColumns);

export const peopleAt = async ({ store }: Pick<Context, 'store'>): Promise<number> => {
  const [row] = await store.lookUp<{ at: number }>('SELECT max(at) AS at FROM people_at');
  return row?.at ?? 0;
};

/** Statements have no transaction: what was interrupted comes again, since the number stays until all is there. */
export const changePeople = async (
  context: Context,
  { from, to, all, people, gone }: PeopleChange,
): Promise<boolean> => {
  const { store, layout } = context;
  if ((await peopleAt(context)) !== from) return false;
  if (all) for (const table of ['people_at', 'people_rows']) await store.run(truncate(table, layout));
  await forgetPeople(context, gone);
  if (people.length > 0)
    await store.insert('people_rows', [...names, 'changed'], rowsOf(peopleCells(people), people.length, to));
  await store.insert('people_at', ['at'], [[to]]);
  return true;
};

/** Removes rows from the disk, but for the files of parts that were replaced, which stay for some minutes. */
export const forgetPeople = async ({ store, layout }: Context, users: readonly string[]): Promise<void> => {
  if (users.length === 0) return;
  await store.run(deleteRows('people_rows', `person IN (${personsOf(users).join(', ')})`, layout), {
    settings: { mutations_sync: '2' },
  });
};

const rowsOf = (cells: Columns, length: number, changed: number): readonly (readonly Cell[])[] =>
  Array.from({ length }, (_, row) => [
    ...names.map(name => {
      const value = cells[name]?.[row] ?? null;
      // Text, since JSON carries no 64 bits.
      return typeof value === 'bigint'
        ? String(value)
        : typeof value === 'string'
          ? wellFormed(value)
          : value;
    }),
    changed,
  ]);
