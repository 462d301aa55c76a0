/** Makes and changes the accounts of an import, a batch in a transaction: a kill loses none and repeats none. */
import { randomInt, randomUUID } from 'node:crypto';
import { validateFieldValues } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import { holdCustomFields } from '../../../identity/custom-fields/definitions.ts';
import { writeFieldValues } from '../../../identity/custom-fields/values.ts';
import { childUntilYear, type MinorsSettings } from '../../../identity/minors/age.ts';
import { generateNickname, nicknameKey } from '../../../identity/nicknames.ts';
import { readDigest, wrapDigest } from '../../../identity/password-schemes.ts';
import type { Database } from '../../../platform/database/schema.ts';
import type { ImportChange, ImportedPerson } from '../../../platform/database/tables/imports.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';

/** Rows of one transaction, and of one with digests to wrap, which take a core 50 ms each. */
const BATCH = 1000;
const HASHED_BATCH = 50;
const DAY = 24 * 3600 * 1000;
/** Milliseconds that a pupil who was brought in has for the guardian's consent: the term may begin weeks later. */
const IMPORTED_WAIT = 60 * DAY;
/** Of nicknames, and of messages to people who were not written to before. */
const LANGUAGE = 'zh-CN';
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

export interface ActContext {
  readonly db: Kysely<Database>;
  readonly minors: MinorsSettings;
  /** Hashes a text as passwords are. */
  readonly hash: (text: string) => Promise<string>;
}

interface DueRow {
  readonly row: number;
  readonly person: ImportedPerson | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly username: string | null;
  readonly fate: string | null;
  readonly account_id: string | null;
}

const dueRows = (db: Kysely<Database>, id: string, limit: number, lock: boolean): Promise<DueRow[]> => {
  const query = db
    .selectFrom('import_rows')
    .select(['row', 'person', 'phone', 'email', 'username', 'fate', 'account_id'])
    .where('import_id', '=', id)
    .where('acted_at', 'is', null)
    .where('person', 'is not', null)
    .where('fate', 'in', ['make', 'change'])
    .orderBy('row')
    .limit(limit);
  return (lock ? query.forUpdate() : query).execute();
};

/** The rows of which an account has an identifier by now. */
const takenRows = async (db: Kysely<Database>, rows: readonly DueRow[]): Promise<Set<number>> => {
  const named = rows.flatMap(({ row, phone, email, username }) =>
    Object.entries({ phone, email, username })
      .filter(([, value]) => value !== null)
      .map(([kind, value]) => ({ row, kind, value })),
  );
  const { rows: taken } = await sql<{ row: number }>`
    select t.row from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as t(row integer, kind text, value text)
    join identifiers i on i.kind = t.kind and i.value = t.value`.execute(db);
  return new Set(taken.map(({ row }) => row));
};

const randomName = (): string =>
  `s${Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

/** Inserts the accounts, each with a nickname that nobody has. */
const insertAccounts = async (
  db: Kysely<Database>,
  made: readonly { readonly id: string }[],
): Promise<void> => {
  let left = made;
  for (let letters = 8; left.length > 0; letters += 1) {
    if (letters > 12) throw new Error('Five generated nicknames in a row are taken.');
    const named = left.map(one => {
      const nickname = generateNickname(LANGUAGE, letters);
      return { ...one, nickname, nickname_key: nicknameKey(nickname) };
    });
    const { rows } = await sql<{ id: string }>`
      insert into accounts (id, pid, created_at, password_hash, password_set_at, nickname, nickname_key, fullname, grade,
        birth_year, birth_year_from, child_until)
      select id, pid, created_at, password_hash, password_set_at, nickname, nickname_key, fullname, grade,
        birth_year, birth_year_from, child_until
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as t(
        id uuid, pid text, created_at timestamptz, password_hash text, password_set_at timestamptz, nickname text,
        nickname_key text, fullname text, grade smallint, birth_year integer, birth_year_from text, child_until timestamptz)
      on conflict (nickname_key) do nothing
      returning id`.execute(db);
    const done = new Set(rows.map(({ id }) => id));
    left = left.filter(({ id }) => !done.has(id));
  }
};

/** Writes the values that are still right by the definitions of now. */
const writeCustom = async (
  db: Kysely<Database>,
  rows: readonly DueRow[],
  idOf: (row: number) => string,
): Promise<void> => {
  const given = rows.filter(({ person }) => person?.custom !== undefined);
  if (given.length === 0) return;
  const fields = await holdCustomFields(db);
  await writeFieldValues(
    db,
    given.map(({ row, person }) => ({
      accountId: idOf(row),
      values: validateFieldValues(fields, person?.custom ?? {}).values,
    })),
  );
};

const make = async (
  db: Kysely<Database>,
  { minors }: ActContext,
  {
    pid,
    at,
    rows,
    hashes,
  }: { pid: string; at: number; rows: readonly DueRow[]; hashes: ReadonlyMap<number, string> },
): Promise<ReadonlyMap<number, string>> => {
  const moment = new Date(at);
  const ids = new Map(rows.map(({ row }) => [row, randomUUID()] as const));
  const idOf = (row: number): string => ids.get(row) ?? '';
  const childUntil = ({ person }: DueRow): Date | null => {
    const year = person?.birth_year;
    if (year === undefined) return null;
    const until = childUntilYear(year, minors.age);
    return until > at ? new Date(until) : null;
  };
  await insertAccounts(
    db,
    rows.map(row => {
      const { person } = row;
      const hash = person?.hash ?? hashes.get(row.row) ?? null;
      return {
        id: idOf(row.row),
        pid,
        created_at: new Date(person?.made_at ?? at),
        password_hash: hash,
        password_set_at: hash === null ? null : moment,
        fullname: person?.fullname ?? null,
        grade: person?.grade ?? null,
        birth_year: person?.birth_year ?? null,
        birth_year_from: person?.birth_year === undefined ? null : 'staff',
        child_until: childUntil(row),
      };
    }),
  );
  const identifiers = rows.flatMap(({ row, phone, email, username }) => {
    const own = [
      ...(phone === null ? [] : [{ kind: 'phone', value: phone }]),
      ...(email === null ? [] : [{ kind: 'email', value: email }]),
      ...(username === null ? [] : [{ kind: 'username', value: username }]),
    ];
    const kept = own.length > 0 ? own : [{ kind: 'username', value: randomName() }];
    return kept.map(one => ({ ...one, account_id: idOf(row), created_at: moment }));
  });
  await sql`
    insert into identifiers (kind, value, account_id, created_at)
    select kind, value, account_id, created_at from jsonb_to_recordset(${JSON.stringify(identifiers)}::jsonb)
      as t(kind text, value text, account_id uuid, created_at timestamptz)`.execute(db);
  await writeCustom(db, rows, idOf);
  const guarded = rows
    .filter(row => childUntil(row) !== null)
    .map(({ row, person }) => ({
      account_id: idOf(row),
      phone: person?.guardian ?? null,
      created_at: moment,
      due_at: minors.mode === 'off' ? null : new Date(at + IMPORTED_WAIT),
      language: LANGUAGE as 'zh-CN' | 'en',
    }));
  if (guarded.length > 0) await db.insertInto('guardianships').values(guarded).execute();
  return ids;
};

/** Changes names and grades, where the account is still as the look found it. */
const change = async (db: Kysely<Database>, rows: readonly DueRow[], at: number) => {
  const changes = new Map<number, ImportChange>();
  if (rows.length === 0) return changes;
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'fullname', 'grade', 'child_until'])
    .where(
      'id',
      'in',
      rows.map(({ account_id: id }) => id ?? ''),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const byId = new Map(accounts.map(account => [account.id, account]));
  for (const { row, person, account_id: id } of rows) {
    const account = byId.get(id ?? '');
    if (!account || !person || (account.child_until && account.child_until.getTime() > at)) continue;
    const { fullname, grade } = person;
    const changed: ImportChange = {
      ...(fullname !== undefined && fullname !== account.fullname
        ? { fullname: [account.fullname, fullname] as const }
        : {}),
      ...(grade !== undefined && grade !== account.grade ? { grade: [account.grade, grade] as const } : {}),
    };
    if (Object.keys(changed).length === 0) continue;
    changes.set(row, changed);
    await db
      .updateTable('accounts')
      .set({
        ...(changed.fullname ? { fullname: changed.fullname[1] } : {}),
        ...(changed.grade ? { grade: changed.grade[1] } : {}),
      })
      .where('id', '=', account.id)
      .execute();
  }
  return changes;
};

/**
 * Acts upon the next rows of an import that runs.
 * @param at milliseconds since 1970
 * @returns how many; 0: there are none left, or it was cancelled
 */
export const actOnBatch = async (context: ActContext, id: string, at: number): Promise<number> => {
  const { db } = context;
  const next = await dueRows(db, id, BATCH, false);
  // One of many threads of the process: the first rows with digests are as many as it hashes in a few seconds.
  const digests = next.filter(({ person }) => person?.digest !== undefined).slice(0, HASHED_BATCH);
  const last = digests.at(-1);
  const size = last && digests.length === HASHED_BATCH ? next.indexOf(last) + 1 : next.length;
  const hashes = new Map(
    await Promise.all(
      digests.map(async ({ row, person }) => {
        const digest = readDigest(person?.digest ?? '');
        if (!digest) throw new Error('A digest that was read cannot be read again.');
        return [row, await wrapDigest(digest, context.hash)] as const;
      }),
    ),
  );
  if (size === 0) return 0;
  const work = () =>
    transaction(db, async trx => {
      const running = await trx
        .selectFrom('imports')
        .select('pid')
        .where('id', '=', id)
        .where('state', '=', 'running')
        .forUpdate()
        .executeTakeFirst();
      if (!running) return 0;
      const rows = await dueRows(trx, id, size, true);
      const makes = rows.filter(({ fate }) => fate === 'make');
      const taken = await takenRows(trx, makes);
      const made = await make(trx, context, {
        pid: running.pid,
        at,
        rows: makes.filter(({ row }) => !taken.has(row)),
        hashes,
      });
      const changed = await change(
        trx,
        rows.filter(({ fate }) => fate === 'change'),
        at,
      );
      const ended = rows.map(({ row, fate, account_id: account }) => ({
        row,
        account_id: made.get(row) ?? account,
        fate: taken.has(row) ? 'fault' : fate === 'change' && !changed.has(row) ? 'leave' : fate,
        faults: taken.has(row) ? [{ column: null, why: 'taken' }] : [],
        before: changed.get(row) ?? null,
      }));
      await sql`
        update import_rows r
        set acted_at = ${new Date(at)}, cells = null, person = null, phone = null, email = null, username = null,
          account_id = t.account_id, fate = t.fate, faults = t.faults, before = t.before
        from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
          as t(row integer, account_id uuid, fate text, faults jsonb, before jsonb)
        where r.import_id = ${id} and r.row = t.row`.execute(trx);
      return rows.length;
    });
  // An identifier that was taken between look and insert undid the transaction; now it is found.
  return work().catch((error: unknown) => {
    if (uniqueViolation(error) !== 'identifiers_value') throw error;
    return work();
  });
};
