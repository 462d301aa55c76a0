import { randomUUID } from 'node:crypto';
import { consentKinds, eventKind } from '@rollcall/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { Consents } from '../../../events/loader/consents.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import type { PeopleChange } from '../../../events/store/people.ts';
import { NaiveStore } from '../../../events/store/testing/naive-store.ts';
import { usageProof } from '../../../platform/usage-proof.ts';
import { syncPeople } from './people-sync.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());
beforeEach(() => database.truncate());

const now = heldClock();
const key = Buffer.from('key');
const YEAR = 365 * 86_400_000;

/** A store that is told of people, and how often it was told of everybody. */
const world = () => {
  const { db } = database;
  const store = new NaiveStore(now);
  const consents = new Consents(db, true, [key]);
  const changes: PeopleChange[] = [];
  const told = {
    peopleAt: () => store.peopleAt(),
    changePeople: (change: PeopleChange) => {
      changes.push(change);
      return store.changePeople(change);
    },
  };
  return {
    store,
    consents,
    changes,
    /** Runs the job. @returns how many changes the store was told */
    sync: async (to: Pick<NaiveStore, 'peopleAt' | 'changePeople'> = told) => {
      const before = changes.length;
      await syncPeople({ db, consents, store: to }, now());
      return changes.length - before;
    },
    users: () => [...store.people.keys()].toSorted(),
  };
};

const account = async (more: object = {}): Promise<string> => {
  const id = randomUUID();
  const name = id.slice(0, 20);
  const row = { id, pid: 'school', nickname: name, nickname_key: name, created_at: new Date(1000), ...more };
  await database.db.insertInto('accounts').values(row).execute();
  return id;
};

const guarded = async (id: string, kinds: string): Promise<void> => {
  const row = { account_id: id, phone: '13800138000', created_at: new Date(now()), language: 'en' } as const;
  await database.db.insertInto('guardianships').values(row).execute();
  await setGuardian(id, kinds);
};
const setGuardian = async (id: string, usage_kinds: string): Promise<void> => {
  await database.db
    .updateTable('guardianships')
    .set({ usage_kinds: usage_kinds as never })
    .where('account_id', '=', id)
    .execute();
};

const consent = (user: string, record: string, at: number, granted: readonly string[], proof?: string) =>
  ({
    id: randomUUID(),
    product: 'school',
    time: at,
    deviceTime: at,
    received: at,
    sequence: 0,
    kind: eventKind.consent,
    key: 'consent',
    user,
    data: { r: record, n: 1, g: Object.fromEntries(granted.map(kind => [kind, ['1', at, 1]])) },
    ...(proof === undefined ? {} : { proof }),
  }) as StoredEvent;

describe('what the event store knows of people', () => {
  it('follows sign-ups, changes and deletions, each told once', async () => {
    const { store, sync, users } = world();
    const [anna, ben] = [await account({ grade: 7 }), await account()];
    await sync();
    expect(store.people.get(anna)).toEqual({
      user: anna,
      grade: 7,
      signedUp: 1000,
      site: 'school',
      fields: {},
    });
    // What was noted before everybody was told.
    await sync();
    expect(await sync()).toBe(0);
    await database.db.updateTable('accounts').set({ grade: 8 }).where('id', '=', anna).execute();
    await database.db.updateTable('accounts').set({ nickname: 'B' }).where('id', '=', ben).execute();
    expect(await sync()).toBe(1);
    expect(store.people.get(anna)?.grade).toBe(8);
    await database.db.deleteFrom('accounts').where('id', '=', ben).execute();
    const carl = await account();
    expect(await sync()).toBe(1);
    expect(users()).toEqual([anna, carl].toSorted());
  });

  it("follows the values of the school's own fields that staff may see", async () => {
    const { store, sync } = world();
    const anna = await account();
    await sync();
    await sync();
    const { db } = database;
    const define = async (key: string, seen: string) =>
      sql`insert into custom_fields (key, position, name, rule, required, seen_by, changed_by, claim)
          values (${key}, 1, '{}', '{"type":"text"}', false, ${seen}::text[], '{}', false)`.execute(db);
    await define('class', '{staff}');
    await define('secret', '{person}');
    await db
      .insertInto('account_fields')
      .values(['class', 'secret'].map(key => ({ key, account_id: anna, value: JSON.stringify('七（3）') })))
      .execute();
    const told = async () => {
      await sync();
      return store.people.get(anna)?.fields;
    };
    expect(await told()).toEqual({ class: '七（3）' });
    await sql`update account_fields set value = '"8"' where key = 'class'`.execute(db);
    expect(await told()).toEqual({ class: '8' });
    await sql`update custom_fields set seen_by = '{staff,person}' where key = 'secret'`.execute(db);
    expect(await told()).toEqual({ class: '8', secret: '七（3）' });
    await sql`delete from custom_fields where key = 'class'`.execute(db);
    expect(await told()).toEqual({ secret: '七（3）' });
    await db.deleteFrom('accounts').where('id', '=', anna).execute();
    expect(await told()).toBeUndefined();
  });

  it('leaves out who has withdrawn the consent to the user id everywhere, and nobody for what others claim', async () => {
    const { consents, sync, users } = world();
    const [anna, ben] = [await account(), await account()];
    await sync();
    const proof = usageProof(key, anna);
    const record = async (...events: readonly StoredEvent[]) => {
      await consents.record(events);
      await sync();
    };
    await record(consent(anna, 'a', now() - 9000, consentKinds, proof), consent(ben, 'x', now() - 9000, []));
    expect(users()).toEqual([anna, ben].toSorted());
    await record(consent(anna, 'a', now() - 8000, ['view'], proof));
    expect(users()).toEqual([ben]);
    // In another browser it is granted.
    await record(consent(anna, 'b', now() - 7000, consentKinds, proof));
    expect(users()).toEqual([anna, ben].toSorted());
    await record(consent(anna, 'b', now() - 6000, [], proof));
    expect(users()).toEqual([ben]);
    await consents.erase({ user: anna });
    await sync();
    expect(users()).toEqual([anna, ben].toSorted());
  });

  it('knows people under 14 only as the guardian allows, and by their own word from then on', async () => {
    const { sync, users } = world();
    const child = await account({ child_until: new Date(now() + YEAR) });
    await guarded(child, '{user,event}');
    await sync();
    await sync();
    // Nobody has consented yet.
    expect(users()).toEqual([]);
    const set = async (row: object) => {
      await database.db.updateTable('accounts').set(row).where('id', '=', child).execute();
      await sync();
    };
    await set({ guarded_at: new Date(now()) });
    expect(users()).toEqual([child]);
    await setGuardian(child, '{event}');
    await sync();
    expect(users()).toEqual([]);
    await database.db.deleteFrom('guardianships').where('account_id', '=', child).execute();
    await set({ child_until: null });
    expect(users()).toEqual([child]);
  });

  it('tells a store everybody again that is new, restored, or was told before a sudden end', async () => {
    const { store, sync, users, changes } = world();
    const [anna, ben] = [await account(), await account()];
    await sync();
    await sync();
    // Another store.
    const other = new NaiveStore(now);
    await sync(other);
    expect([...other.people.keys()].toSorted()).toEqual([anna, ben].toSorted());
    // The first one is a copy from before now.
    await database.db.deleteFrom('accounts').where('id', '=', ben).execute();
    await sync();
    expect(changes.at(-1)?.all).toBe(true);
    expect(users()).toEqual([anna]);
    // The store was told, and the database could not note it.
    await sync();
    await database.db.updateTable('accounts').set({ grade: 9 }).where('id', '=', anna).execute();
    const at = await store.peopleAt();
    const broken = sync({
      peopleAt: () => store.peopleAt(),
      changePeople: async change => {
        await store.changePeople(change);
        throw new Error('killed');
      },
    });
    await expect(broken).rejects.toThrow('killed');
    expect(await store.peopleAt()).toBeGreaterThan(at);
    await database.db.updateTable('accounts').set({ grade: 4 }).where('id', '=', anna).execute();
    await sync();
    expect(store.people.get(anna)?.grade).toBe(4);
    await sync();
    expect(await sync()).toBe(0);
  });

  it('begins again with everybody where that was interrupted', async () => {
    const { store, sync, users } = world();
    const anna = await account();
    const interrupted = sync({
      peopleAt: async () => 0,
      changePeople: async change => {
        await store.changePeople({ ...change, to: -change.to, people: [] });
        throw new Error('killed');
      },
    });
    await expect(interrupted).rejects.toThrow('killed');
    await sync();
    expect(users()).toEqual([anna]);
  });

  it('told by two at the same time nobody is left out', async () => {
    const { store, sync, users } = world();
    const { db } = database;
    await sql`insert into accounts (id, pid, nickname, nickname_key, created_at)
      select id, 'school', id, id, now() from (select gen_random_uuid() as id from generate_series(1, 4001)) ids`.execute(
      db,
    );
    // The second one begins when the first has told one page, and stops after its own first page.
    let calls = 0;
    await sync({
      peopleAt: () => store.peopleAt(),
      changePeople: async change => {
        if (++calls === 2) {
          const second = sync({
            peopleAt: () => store.peopleAt(),
            changePeople: async other => {
              await store.changePeople(other);
              throw new Error('killed');
            },
          });
          await expect(second).rejects.toThrow('killed');
        }
        return store.changePeople(change);
      },
    });
    expect(await store.peopleAt()).toBeLessThan(0);
    await sync();
    expect(users()).toHaveLength(4001);
  });

  it('tells many in pages', async () => {
    const { sync, users, changes } = world();
    await sql`insert into accounts (id, pid, nickname, nickname_key, created_at)
      select id, 'school', id, id, now() from (select gen_random_uuid() as id from generate_series(1, 4001)) ids`.execute(
      database.db,
    );
    await sync();
    expect(users()).toHaveLength(4001);
    expect(changes.map(({ people, to }) => [people.length, to < 0])).toEqual([
      [2000, true],
      [2000, true],
      [1, false],
    ]);
    // The notes of all of them.
    expect(await sync()).toBe(3);
    expect(await sync()).toBe(0);
  });
});

describe('the school’s own fields', () => {
  it('are told of nobody who is under 14, whatever the guardian allows', async () => {
    const { store, sync } = world();
    const field = { position: 0, name: '{}', rule: '{"type":"text"}', required: false, claim: false };
    await database.db
      .insertInto('custom_fields')
      .values({ ...field, key: 'room', seen_by: ['staff'], changed_by: [] } as never)
      .execute();
    const child = await account({ child_until: new Date(now() + YEAR), guarded_at: new Date(now()) });
    await guarded(child, '{user,event}');
    const pupil = await account();
    for (const account_id of [child, pupil])
      await database.db
        .insertInto('account_fields')
        .values({ key: 'room', account_id, value: '"3"' })
        .execute();
    await sync();
    expect(store.people.get(pupil)?.fields).toEqual({ room: '3' });
    expect(store.people.get(child)?.fields ?? {}).toEqual({});
  });
});
