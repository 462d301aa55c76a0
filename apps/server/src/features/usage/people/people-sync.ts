/** Keeps what the event store knows of people up with the database: changes at each run, and everybody where the store is another or an older one. */
import { type Kysely, sql } from 'kysely';
import type { Consents } from '../../../events/loader/consents.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { peopleOf } from './people-of.ts';

/** Accounts, and changes of them, that go to the store together. */
const PAGE = 2_000;

export interface PeopleSyncParts {
  readonly db: Kysely<Database>;
  readonly consents: Pick<Consents, 'permitted'>;
  readonly store: Pick<EventStore, 'peopleAt' | 'changePeople'>;
}

/**
 * The store and the database each have the number of the last change. The store is told first, so a sudden end leaves it ahead, and everybody is told
 * again; so are they where either was restored from a copy. Safe to be run twice: the store takes a change only after the one before.
 * @param at milliseconds since 1970
 */
export const syncPeople = async (
  parts: PeopleSyncParts,
  at: number,
  closing?: AbortSignal,
): Promise<void> => {
  const { db, store } = parts;
  const isOver = () => closing?.aborted === true;
  const told = await numberOf(db);
  const same = told > 0 && told === (await store.peopleAt());
  const upToDate = same && (await tellChanges(parts, told, at, isOver));
  if (!upToDate && !isOver()) await tellAll(parts, at, isOver);
};

/** Has the event store told again of an account, which its own row of the database does not show to have changed. */
export const noteChangedPerson = async (db: Kysely<Database>, account: string): Promise<void> => {
  await db.insertInto('usage_people_changes').values({ account }).execute();
};

const numberOf = async (db: Kysely<Database>): Promise<number> =>
  (await db.selectFrom('usage_people').select('at').executeTakeFirst())?.at ?? 0;

const setNumber = async (db: Kysely<Database>, at: number): Promise<void> => {
  await db
    .insertInto('usage_people')
    .values({ at })
    .onConflict(conflict => conflict.column('one').doUpdateSet({ at }))
    .execute();
};

/** @returns false where the store is not at the number */
const tellChanges = async (
  { db, consents, store }: PeopleSyncParts,
  told: number,
  at: number,
  isOver: () => boolean,
): Promise<boolean> => {
  for (let from = told; !isOver(); ) {
    const changes = await db
      .selectFrom('usage_people_changes')
      .select(['id', 'account'])
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (changes.length === 0) return true;
    // After the changes were read, so that it has what they are about.
    const accounts = [...new Set(changes.map(({ account }) => account))];
    const people = await peopleOf(db, consents, accounts, at);
    const known = new Set(people.map(({ user }) => user));
    const to = Math.max(from + 1, at);
    const gone = accounts.filter(account => !known.has(account));
    if (!(await store.changePeople({ from, to, people, gone }))) return false;
    await transaction(db, async trx => {
      await trx
        .deleteFrom('usage_people_changes')
        .where(sql<boolean>`id = any(${changes.map(({ id }) => id)}::bigint[])`)
        .execute();
      await setNumber(trx, to);
    });
    from = to;
  }
  return true;
};

/** Changes from before are told once more by the next run. */
const tellAll = async (
  { db, consents, store }: PeopleSyncParts,
  at: number,
  isOver: () => boolean,
): Promise<void> => {
  const before = await numberOf(db);
  let from = await store.peopleAt();
  const to = Math.max(before, Math.abs(from), at) + 1;
  let after: string | undefined;
  do {
    const page = await db
      .selectFrom('accounts')
      .select('id')
      .$if(after !== undefined, query => query.where('id', '>', String(after)))
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const people = await peopleOf(
      db,
      consents,
      page.map(({ id }) => id),
      at,
    );
    const isLast = page.length < PAGE;
    const all = after === undefined ? { all: true as const } : {};
    // Another process has begun to tell everybody, and goes on.
    if (!(await store.changePeople({ from, to: isLast ? to : -to, ...all, people, gone: [] }))) return;
    if (isLast) await setNumber(db, to);
    from = -to;
    after = isLast ? undefined : page.at(-1)?.id;
  } while (after !== undefined && !isOver());
};
