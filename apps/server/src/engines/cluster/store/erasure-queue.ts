/** What waits to be erased, in PostgreSQL: each subject once, with all that was received of it up to a time. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import type { Subject } from '../../../events/record/subject.ts';

export interface Erasure {
  readonly subject: Subject;
  /** Events received up to then are erased; ms since 1970, as all times but `goneAt`. */
  readonly until: number;
  readonly askedAt: number;
  /** When its rows were told to be removed; absent: not yet. */
  readonly sentAt?: number;
  /** When its rows were seen to be gone, in s since 1970 by ClickHouse's clock. */
  readonly goneAt?: number;
}

const keyOf = (subject: Subject): { readonly subject_kind: 'user' | 'device'; readonly subject: string } =>
  'user' in subject
    ? { subject_kind: 'user', subject: subject.user }
    : { subject_kind: 'device', subject: subject.device };

export class ErasureQueue {
  constructor(private readonly db: Kysely<Database>) {}

  /** Adds an erasure. One that waits, of the same subject, is extended, and begins again if it was under way. */
  async add({ subject, until, askedAt }: Erasure): Promise<void> {
    await this.db
      .insertInto('usage_erasures')
      .values({ ...keyOf(subject), received_until: until, asked_at: new Date(askedAt) })
      .onConflict(conflict =>
        conflict.columns(['subject_kind', 'subject']).doUpdateSet({
          received_until: sql`greatest(usage_erasures.received_until, excluded.received_until)`,
          sent_at: null,
          gone_at: null,
        }),
      )
      .execute();
  }

  /** All of them, the oldest first; those whose rows are gone wait for their files. */
  async list(): Promise<readonly Erasure[]> {
    const rows = await this.db.selectFrom('usage_erasures').selectAll().orderBy('asked_at').execute();
    return rows.map(row => ({
      subject: row.subject_kind === 'user' ? { user: row.subject } : { device: row.subject },
      until: row.received_until,
      askedAt: row.asked_at.getTime(),
      ...(row.sent_at && { sentAt: row.sent_at.getTime() }),
      ...(row.gone_at !== null && { goneAt: row.gone_at }),
    }));
  }

  /** Those of which rows may be left: answers leave these out. */
  async waiting(): Promise<readonly Erasure[]> {
    return (await this.list()).filter(({ goneAt }) => goneAt === undefined);
  }

  /** Notes when rows were told to be removed. An erasure that was extended since stays as it is, here and below. */
  async sent(erasures: readonly Erasure[], at: number): Promise<void> {
    await this.#each(
      erasures,
      erasure => sql`
      update usage_erasures set sent_at = ${new Date(at)} where ${matches(erasure)}`,
    );
  }

  /** Notes that rows are gone. @param at s since 1970, by ClickHouse's clock */
  async gone(erasures: readonly Erasure[], at: number): Promise<void> {
    await this.#each(
      erasures,
      erasure => sql`
      update usage_erasures set gone_at = ${at} where ${matches(erasure)} and sent_at is not null`,
    );
  }

  /** Forgets those whose files are gone. */
  async remove(erasures: readonly Erasure[]): Promise<void> {
    await this.#each(
      erasures,
      erasure => sql`
      delete from usage_erasures where ${matches(erasure)} and gone_at is not null`,
    );
  }

  async #each(
    erasures: readonly Erasure[],
    statement: (erasure: Erasure) => ReturnType<typeof sql>,
  ): Promise<void> {
    for (const erasure of erasures) await statement(erasure).execute(this.db);
  }
}

const matches = ({ subject, until }: Erasure) => {
  const key = keyOf(subject);
  return sql`subject_kind = ${key.subject_kind} and subject = ${key.subject} and received_until = ${until}`;
};
