/** Keeps the quarantine in the database, for processes that load, ask and erase apart from one another. */
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Subject } from '../record/subject.ts';
import {
  dayOf,
  LIMITS,
  oldestDay,
  type Place,
  type Quarantine,
  type QuarantineEntry,
  type Rejected,
} from './quarantine.ts';
import { namesSubject } from './quarantine-subject.ts';

/** Records that an erasure compares before the server's other work gets a turn. */
const SLICE = 200;

export class DatabaseQuarantine implements Quarantine {
  readonly #db: Kysely<Database>;
  readonly #now: () => number;
  readonly #limits: typeof LIMITS;
  records = 0;
  dropped = 0;

  constructor(db: Kysely<Database>, now: () => number, limits = LIMITS) {
    this.#db = db;
    this.#now = now;
    this.#limits = limits;
  }

  async add(entries: readonly Rejected[]): Promise<number> {
    if (entries.length === 0) return 0;
    const at = this.#now();
    const texts = entries.map(entry => JSON.stringify({ at, ...entry }));
    const taken = await transaction(this.#db, async trx => {
      // Loaders that count concurrently would each add as many as one may.
      await sql`select pg_advisory_xact_lock(hashtext('usage_quarantine'))`.execute(trx);
      const { rows } = await sql<{ records: number; bytes: number }>`
        select count(*) as records, coalesce(sum(bytes), 0)::bigint as bytes from usage_quarantine`.execute(
        trx,
      );
      let { records, bytes } = rows[0] ?? { records: 0, bytes: 0 };
      const fitting: { at: Date; bytes: number; entry: string }[] = [];
      for (const entry of texts) {
        const length = Buffer.byteLength(entry);
        if (records >= this.#limits.records || bytes + length > this.#limits.bytes) break;
        records += 1;
        bytes += length;
        fitting.push({ at: new Date(at), bytes: length, entry });
      }
      for (let first = 0; first < fitting.length; first += SLICE)
        await trx
          .insertInto('usage_quarantine')
          .values(fitting.slice(first, first + SLICE))
          .execute();
      return fitting.length;
    });
    const dropped = entries.length - taken;
    this.records += entries.length;
    this.dropped += dropped;
    return dropped;
  }

  async list(
    limit: number,
    before?: Place,
  ): Promise<{ readonly total: number; readonly entries: readonly (QuarantineEntry & { place: Place })[] }> {
    const { total } = await this.#db
      .selectFrom('usage_quarantine')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    let rows = this.#db
      .selectFrom('usage_quarantine')
      .select(['id', 'entry'])
      .orderBy('id', 'desc')
      .limit(limit);
    if (before) rows = rows.where('id', '<', before.offset);
    const entries = (await rows.execute()).map(({ id, entry }) => {
      const read = JSON.parse(entry) as QuarantineEntry;
      return { ...read, place: { day: dayOf(read.at), offset: id } };
    });
    return { total, entries };
  }

  async erase(subject: Subject): Promise<number> {
    let removed = 0;
    for (let after = 0; ; ) {
      const rows = await this.#db
        .selectFrom('usage_quarantine')
        .select(['id', 'entry'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(SLICE)
        .execute();
      const last = rows.at(-1);
      if (!last) return removed;
      after = last.id;
      const ids = rows
        .filter(({ entry }) => namesSubject(JSON.parse(entry) as QuarantineEntry, subject))
        .map(({ id }) => id);
      if (ids.length > 0) {
        await this.#db.deleteFrom('usage_quarantine').where('id', 'in', ids).execute();
        removed += ids.length;
      }
      await setImmediate();
    }
  }

  async expire(now: number): Promise<void> {
    await this.#db
      .deleteFrom('usage_quarantine')
      .where('at', '<', new Date(`${oldestDay(now)}T00:00:00Z`))
      .execute();
  }
}
