/** Exports and erasures as people and operators ask for them, see and cancel them. */
import { randomUUID } from 'node:crypto';
import type { UsageJob } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import { subjectOf } from '../../../events/loader/consents.ts';
import type { Subject } from '../../../events/record/subject.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Job } from './jobs.ts';

const DAY = 24 * 3600 * 1000;
/** Jobs of one kind that one account may begin in a day. */
export const DAILY_JOBS = 5;
const LISTED = 20;

/** A job as the calls answer it. */
export const jobAnswer = (job: Job): UsageJob => ({
  id: job.id,
  kind: job.kind,
  // An interrupted step waits again; the console shows both the same.
  state: job.state,
  share: job.share,
  events: job.events,
  bytes: job.bytes,
  created_at: job.created_at.getTime(),
  finished_at: job.finished_at?.getTime() ?? null,
  expires_at: job.expires_at?.getTime() ?? null,
  clear_by: job.clear_by?.getTime() ?? null,
  cleared_at: job.cleared_at?.getTime() ?? null,
});

/**
 * Creates a job, or returns the open job of the same kind and subject. May run in the caller's transaction.
 * @param accountId who may see it; null: only the operators
 */
export const requestJob = async (
  db: Kysely<Database>,
  request: {
    kind: Job['kind'];
    subject: Subject;
    accountId: string | null;
    askedBy: Job['asked_by'];
    at: number;
  },
): Promise<Job> => {
  const { kind, value } = subjectOf(request.subject);
  const at = new Date(request.at);
  for (;;) {
    const made = await db
      .insertInto('usage_jobs')
      .values({
        id: randomUUID(),
        kind: request.kind,
        subject_kind: kind,
        subject: value,
        account_id: request.accountId,
        asked_by: request.askedBy,
        not_before: at,
        created_at: at,
      })
      .onConflict(conflict =>
        conflict
          .columns(['kind', 'subject_kind', 'subject'])
          // The same text as the index, without parameters, so that PostgreSQL uses it.
          .where(sql<boolean>`state in ('waiting', 'running')`)
          .doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    const job = made ?? (await joinJob(db, request, kind, value));
    // The other job ended between the two statements: this one is inserted again.
    if (job) return job;
  }
};

/** The open job of the same kind and subject; a job that an operator began becomes visible to the account. */
const joinJob = (
  db: Kysely<Database>,
  request: { kind: Job['kind']; accountId: string | null },
  subjectKind: Job['subject_kind'],
  subject: string,
): Promise<Job | undefined> =>
  db
    .updateTable('usage_jobs')
    .set({ account_id: sql<string | null>`coalesce(account_id, ${request.accountId}::uuid)` })
    .where('kind', '=', request.kind)
    .where('subject_kind', '=', subjectKind)
    .where('subject', '=', subject)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();

export class JobRequests {
  readonly #db: Kysely<Database>;
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(db: Kysely<Database>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Creates a job of an account. @throws Refusal TooManyAttempts beyond five of a kind in a day */
  async request(kind: Job['kind'], accountId: string): Promise<Job> {
    const { count, open } = await this.#db
      .selectFrom('usage_jobs')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<number>`count(*) filter (where state in ('waiting', 'running'))`.as('open'),
      ])
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where('created_at', '>', new Date(this.#now() - DAY))
      .executeTakeFirstOrThrow();
    if (count >= DAILY_JOBS && open === 0)
      throw refuse('TooManyAttempts', { data: { retry_after: DAY / 1000 } });
    const by = { accountId, askedBy: 'account' } as const;
    return requestJob(this.#db, { kind, subject: { user: accountId }, ...by, at: this.#now() });
  }

  list(accountId: string): Promise<Job[]> {
    return this.#db
      .selectFrom('usage_jobs')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(LISTED)
      .execute();
  }

  /** The newest jobs about an account, by the person or an operator. */
  about(accountId: string): Promise<Job[]> {
    return this.#db
      .selectFrom('usage_jobs')
      .selectAll()
      .where('subject_kind', '=', 'user')
      .where('subject', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(LISTED)
      .execute();
  }

  /** All jobs, newest first. @param page.after the last row of the page before */
  newest(page: {
    readonly limit: number;
    readonly subject?: string;
    readonly after?: { readonly at: number; readonly id: string };
  }): Promise<Job[]> {
    const { limit, subject, after } = page;
    let rows = this.#db
      .selectFrom('usage_jobs')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
    if (subject !== undefined) rows = rows.where('subject', '=', subject);
    if (after !== undefined)
      rows = rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(new Date(after.at), after.id)),
      );
    return rows.execute();
  }

  /**
   * @param accountId whose it must be; absent: an operator asks
   * @throws Refusal NotFound where there is none, or it is not the account's
   */
  async find(id: string, accountId?: string): Promise<Job> {
    let rows = this.#db.selectFrom('usage_jobs').selectAll().where('id', '=', id);
    if (accountId !== undefined) rows = rows.where('account_id', '=', accountId);
    const job = await rows.executeTakeFirst();
    if (!job) throw refuse('NotFound');
    return job;
  }

  /** Cancels a waiting job immediately and a running one after its step; an ended job is not changed. */
  async cancel(id: string, accountId?: string): Promise<Job> {
    await this.find(id, accountId);
    const at = new Date(this.#now());
    await this.#db
      .updateTable('usage_jobs')
      .set({
        cancel_asked: true,
        state: sql`case when state = 'waiting' then 'cancelled' else state end`,
        finished_at: sql<Date | null>`case when state = 'waiting' then ${at}::timestamptz else finished_at end`,
      })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .execute();
    return this.find(id, accountId);
  }
}
