/** Pending statistics and their SQL. */
import { type Kysely, sql } from 'kysely';
import type { Identifier } from '../../platform/identifier.ts';
import { batchDelete } from '../../platform/database/batch-delete.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Outcome } from '../../messages/send.ts';
import { REFUSALS_PER_IDENTIFIER } from './refusal-keys.ts';
import type { ServiceStates } from './service-states.ts';

/** Maximum number of stored failed messages. */
export const MAX_FAILURES = 1_000;
/** Maximum number of stored refusals of all identifiers, so that invented identifiers cannot fill the disk. */
const MAX_REFUSALS = 200_000;

export interface RefusalRow {
  readonly identity: Buffer;
  readonly kind: Identifier['kind'];
  readonly at: Date;
  readonly call: string;
  readonly refusal: string;
  readonly rule_required: boolean;
  readonly address: string;
  /** Of a refused human verification: the challenge that was shown. */
  readonly rule: string | null;
}

export interface FailureRow {
  readonly at: Date;
  readonly sender: string;
  readonly channel: string;
  readonly purpose: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
}

/** Counts by a key that joins several parts. */
export type Counts = Map<string, number>;
const SEPARATOR = '\u0000';
export const add = (counts: Counts, parts: readonly string[], by = 1): void => {
  const key = parts.join(SEPARATOR);
  counts.set(key, (counts.get(key) ?? 0) + by);
};
/** Sorted, so that concurrent servers lock the rows in the same order. */
const rowsOf = (counts: Counts): { parts: string[]; count: number }[] =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => ({ parts: key.split(SEPARATOR), count }));

export interface PendingStatistics {
  readonly signIns: Counts;
  readonly clients: Counts;
  readonly messages: Counts;
  readonly challenges: Counts;
  readonly services: ServiceStates;
  readonly refusals: RefusalRow[];
  readonly failures: FailureRow[];
  /** Time of the newest sign-in; undefined if there is none to write. */
  lastSignIn: Date | undefined;
}
export const emptyStatistics = (): PendingStatistics => ({
  signIns: new Map(),
  clients: new Map(),
  messages: new Map(),
  challenges: new Map(),
  services: new Map(),
  refusals: [],
  failures: [],
  lastSignIn: undefined,
});

/** The table of each kind of counts, and its columns beside the hour. */
const countTables = {
  signIns: ['sign_in_counts', ['call', 'outcome']],
  clients: ['sign_in_client_counts', ['platform', 'product', 'sdk', 'outcome']],
  messages: ['message_counts', ['sender', 'channel', 'purpose', 'outcome']],
  challenges: ['challenge_counts', ['provider', 'outcome']],
} as const;
export const countKinds = Object.keys(countTables) as (keyof typeof countTables)[];

/** Adds the counts to the hourly rows in the transaction `db`. */
export const writeCounts = async (db: Kysely<Database>, pending: PendingStatistics): Promise<void> => {
  for (const kind of countKinds) {
    const [table, names] = countTables[kind];
    const columns = sql.join(names.map(name => sql.ref(name)));
    for (const { parts, count } of rowsOf(pending[kind])) {
      const [at, ...values] = parts;
      await sql`
        insert into ${sql.table(table)} as c (hour, ${columns}, count)
        values (${new Date(Number(at))}, ${sql.join(values)}, ${count})
        on conflict (hour, ${columns}) do update set count = c.count + excluded.count`.execute(db);
    }
  }
};

/** Moves the time of the installation's newest sign-in on; back only from a time that a clock which ran ahead wrote. */
export const writeLastSignIn = async (db: Kysely<Database>, at: Date | undefined): Promise<void> => {
  if (!at) return;
  await sql`
    insert into last_sign_in as l (at) values (${at})
    on conflict (one) do update set at =
      case when l.at > excluded.at + interval '1 minute' then excluded.at else greatest(l.at, excluded.at) end`.execute(
    db,
  );
};

/** @returns milliseconds since 1970; undefined if nobody has signed in since this is recorded */
export const lastSignIn = async (db: Kysely<Database>): Promise<number | undefined> =>
  (await db.selectFrom('last_sign_in').select('at').executeTakeFirst())?.at.getTime();

/** Inserts refusals and keeps the last REFUSALS_PER_IDENTIFIER of each identifier. */
export const writeRefusals = async (db: Kysely<Database>, refusals: readonly RefusalRow[]): Promise<void> => {
  if (refusals.length === 0) return;
  for (let at = 0; at < refusals.length; at += 500) {
    await db
      .insertInto('sign_in_refusals')
      .values(refusals.slice(at, at + 500))
      .execute();
  }
  const identities = [
    ...new Map(refusals.map(({ identity }) => [identity.toString('base64'), identity])).values(),
  ];
  await sql`
    delete from sign_in_refusals r using (
      select id, row_number() over (partition by identity order by id desc) as place
      from sign_in_refusals where identity = any(${identities}::bytea[])
    ) placed where r.id = placed.id and placed.place > ${REFUSALS_PER_IDENTIFIER}`.execute(db);
};

/** Inserts failures and keeps the last MAX_FAILURES. */
export const writeFailures = async (db: Kysely<Database>, failures: readonly FailureRow[]): Promise<void> => {
  if (failures.length === 0) return;
  for (let at = 0; at < failures.length; at += 500) {
    await db
      .insertInto('message_failures')
      .values(failures.slice(at, at + 500))
      .execute();
  }
  await sql`
    delete from message_failures where id <= (select max(id) from message_failures) - ${MAX_FAILURES}::bigint`.execute(
    db,
  );
};

/** Deletes the oldest refusals beyond `most`. */
export const deleteExcessRefusals = async (db: Kysely<Database>, most = MAX_REFUSALS): Promise<void> => {
  const last = await db
    .selectFrom('sign_in_refusals')
    .select('id')
    .orderBy('id', 'desc')
    .offset(sql.lit(most))
    .limit(1)
    .executeTakeFirst();
  if (last) await batchDelete(db, 'sign_in_refusals', sql`id <= ${last.id}::bigint`);
};
