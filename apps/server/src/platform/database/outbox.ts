/** Messages that wait in a table until they are sent: due rows are claimed one by one, retried, and given up at last. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

const MINUTE = 60_000;
const WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];
/** Attempts after which a message is given up, where an outbox has no waits of its own. */
export const OUTBOX_ATTEMPTS = WAITS.length + 1;
/** Rows that one run takes. */
const BATCH = 20;

type ColumnOf<Row, Value> = { [C in keyof Row]: Row[C] extends Value ? C : never }[keyof Row] & string;

export interface Outbox<Row> {
  readonly table: keyof Database;
  /** Column with the primary key. */
  readonly key: ColumnOf<Row, string>;
  /** Column with the time at which a row is due; null: it is not. */
  readonly dueAt: keyof Row & string;
  /** Column with the number of attempts. */
  readonly attempts: ColumnOf<Row, number>;
  /** Milliseconds by which a row may be due in future; one that is due later was written by a clock that has been put back. */
  readonly latest: number;
  /**
   * Milliseconds until the next attempt, by the number of attempts before it; each is longer than an attempt takes. After the last one a
   * message is given up. @default 1, 5, 15, 60 minutes
   */
  readonly waits?: readonly number[];
  /** Which rows may be sent now. @default those that are due */
  readonly only?: RawBuilder<unknown>;
}

/**
 * Sends the rows that are due at `at` (ms). Several servers may do so concurrently. A claim is committed before its
 * message is
 * sent, so that no row is locked while a vendor is slow, and sets the time of the next attempt, so that a kill repeats it.
 * @param send sends the message of a claimed row, and takes it out of the outbox. @returns whether it did; false: it is tried again; a
 * time (ms): it could not be tried before, which is no attempt
 * @param giveUp takes a row out whose last attempt failed
 * @param stop whether no more are claimed in this run. @default false
 * @returns how many rows were claimed
 */
export const deliverDue = async <Row extends object>(
  db: Kysely<Database>,
  outbox: Outbox<Row>,
  at: number,
  {
    send,
    giveUp,
    stop = () => false,
  }: {
    send(row: Row): Promise<boolean | number>;
    giveUp(row: Row): Promise<void>;
    stop?(): boolean;
  },
): Promise<number> => {
  const attemptsMost = (outbox.waits ?? WAITS).length + 1;
  let claimed = 0;
  for (; claimed < BATCH && !stop(); claimed += 1) {
    const row = await claim(db, outbox, at);
    if (!row) break;
    const sent = await send(row);
    if (typeof sent === 'number') await postpone(db, outbox, row, Math.min(sent, at + outbox.latest));
    else if (!sent && Number(row[outbox.attempts]) >= attemptsMost) await giveUp(row);
  }
  return claimed;
};

/** Takes the attempt back, and sets the time of the next one. */
const postpone = async <Row>(
  db: Kysely<Database>,
  { table, key, dueAt, attempts }: Outbox<Row>,
  row: Row,
  until: number,
): Promise<void> => {
  await sql`
    update ${sql.table(table)} set ${sql.ref(attempts)} = ${sql.ref(attempts)} - 1, ${sql.ref(dueAt)} = ${new Date(until)}::timestamptz
    where ${sql.ref(key)} = ${row[key]} and ${sql.ref(attempts)} = ${row[attempts]}`.execute(db);
};

const claim = async <Row>(
  db: Kysely<Database>,
  outbox: Outbox<Row>,
  at: number,
): Promise<Row | undefined> => {
  const table = sql.table(outbox.table);
  const { waits = WAITS, only = sql`true` } = outbox;
  const [key, dueAt, attempts] = [outbox.key, outbox.dueAt, outbox.attempts].map(name => sql.ref(name));
  const { rows } = await sql<Row>`
    update ${table} set
      ${attempts} = ${attempts} + 1,
      ${dueAt} = ${new Date(at)}::timestamptz + make_interval(secs =>
        (${waits.map(wait => wait / 1000)}::float8[])[least(${attempts} + 1, ${waits.length})])
    where ${key} = (
      select ${key} from ${table}
      where (${dueAt} <= ${new Date(at)} or ${dueAt} > ${new Date(at + outbox.latest)}) and ${only}
      order by ${dueAt} limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
};
