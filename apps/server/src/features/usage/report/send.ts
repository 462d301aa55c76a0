/** Sends dashboards that are due: put together once, queued in one transaction, and each mail tried until it is taken. */
import { type Dashboard, savedName } from '@rollcall/contract/console';
import { type Kysely, sql, type Transaction } from 'kysely';
import { batchDelete } from '../../../platform/database/batch-delete.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Job } from '../../../platform/jobs/scheduler.ts';
import type { SendMail } from '../../../messages/mailer.ts';
import type { Language } from '../../../http/language.ts';
import { type BuildParts, buildReport, type SentDashboard } from './build.ts';
import { nextDue } from './due.ts';
import { reportLines, reportMail } from './mail.ts';

const MINUTE = 60_000;
/** Mails of one run at most. */
const MAILS = 50;
/** A claimed mail is another run's after so many milliseconds, where the process that claimed it ended. */
const LEASE = 30 * MINUTE;
/** The first delay of a mail that was not taken doubles with each try, up to an hour; after MAX_ATTEMPTS it is given up. */
const LONGEST_RETRY = 60 * MINUTE;
export const MAX_ATTEMPTS = 10;
/** Milliseconds after it is due in which a dashboard waits for a store that does not answer. */
const PATIENCE = 10 * MINUTE;
/** Days that mails are kept after they were sent or given up. */
const KEPT_DAYS = 30;

/** Queues the short text for a channel within the transaction that puts the dashboard together. */
export type QueueText = (
  trx: Transaction<Database>,
  text: {
    readonly subscription: string;
    readonly dashboard: string;
    readonly name: string;
    readonly channel: number;
    readonly language: Language;
    readonly lines: readonly string[];
    readonly due: number;
  },
  at: number,
) => Promise<void>;

export interface SendParts extends BuildParts {
  readonly db: Kysely<Database>;
  readonly queue: QueueText;
  /** Undefined: no sender sends mails to operators. */
  readonly mail: SendMail | undefined;
}

/** Dashboards that are due, with who they go to. */
const due = (db: Kysely<Database>, at: number) =>
  db
    .selectFrom('dashboard_subscriptions')
    .select(['id', 'dashboard_id', 'revision', 'next_at', 'weekday', 'hour', 'language'])
    .where('enabled', '=', true)
    .where('next_at', '<=', new Date(at))
    .orderBy('next_at')
    .orderBy('id')
    .execute();

const readDashboard = async (db: Kysely<Database>, id: string): Promise<SentDashboard> => {
  const [{ name, template, period, filter }, tiles] = await Promise.all([
    db
      .selectFrom('usage_dashboards')
      .select(['name', 'template', 'period', 'filter'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('usage_dashboard_tiles as t')
      .leftJoin('usage_questions as q', 'q.id', 't.question_id')
      .leftJoin('usage_sql as s', 's.id', 't.sql_id')
      .select(['q.question', 'q.template'])
      .select(eb => [
        eb.fn.coalesce('q.id', 's.id').$notNull().as('id'),
        eb.fn.coalesce('q.name', 's.name').$notNull().as('name'),
      ])
      .where('t.dashboard_id', '=', id)
      .orderBy('t.place')
      .execute(),
  ]);
  return {
    id,
    name,
    template,
    period: period as Dashboard['period'],
    filter: filter as Dashboard['filter'],
    tiles,
  };
};

/** Puts together what is due. One that is changed meanwhile is left to the next run. */
export const prepareDue = async (parts: SendParts, signal: AbortSignal): Promise<void> => {
  const { db, now, queue, log } = parts;
  for (const row of await due(db, now())) {
    if (signal.aborted) return;
    try {
      const dashboard = await readDashboard(db, row.dashboard_id);
      const report = await buildReport(parts, dashboard, signal, now() - row.next_at.getTime() < PATIENCE);
      await transaction(db, async trx => {
        const current = await trx
          .selectFrom('dashboard_subscriptions')
          .select(['revision', 'next_at'])
          .where('id', '=', row.id)
          .where('enabled', '=', true)
          .forUpdate()
          .executeTakeFirst();
        if (current?.revision !== row.revision || current.next_at.getTime() !== row.next_at.getTime()) return;
        const at = now();
        const receivers = await trx
          .selectFrom('dashboard_receivers as r')
          .leftJoin('alert_channels as c', 'c.id', 'r.channel_id')
          .select(['r.email', 'r.channel_id', 'c.language'])
          .where('r.subscription_id', '=', row.id)
          .execute();
        const mail = reportMail(report, row.language);
        const emails = receivers.flatMap(({ email }) => email ?? []);
        if (emails.length > 0)
          await trx
            .insertInto('dashboard_mails')
            .values(emails.map(email => ({ ...mail, subscription_id: row.id, email, next_at: new Date(at) })))
            .execute();
        for (const { channel_id: channel, language } of receivers) {
          if (channel === null || language === null) continue;
          const name = savedName(report, language);
          const of = { subscription: row.id, dashboard: dashboard.id, name, channel };
          const lines = reportLines(report, language);
          await queue(trx, { ...of, language, lines, due: row.next_at.getTime() }, at);
        }
        await trx
          .updateTable('dashboard_subscriptions')
          .set({ sent_at: new Date(at), next_at: new Date(nextDue(row.weekday, row.hour, at)) })
          .where('id', '=', row.id)
          .execute();
      });
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, subscription: row.id }, 'a dashboard could not be put together');
    }
  }
};

interface ClaimedMail {
  readonly id: number;
  readonly email: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attempts: number;
}

const claim = async (db: Kysely<Database>, at: number): Promise<readonly ClaimedMail[]> => {
  const { rows } = await sql<ClaimedMail>`
    update dashboard_mails set attempts = attempts + 1, next_at = ${new Date(at + LEASE)}
    where id = any (array(
      select id from dashboard_mails
      where delivered_at is null and given_up_at is null and next_at <= ${new Date(at)}
      order by attempts, id limit ${MAILS} for update skip locked))
    returning id, email, subject, text, html, attempts`.execute(db);
  return rows;
};

/** Leaves what was claimed and not tried to another process. */
const release = async (db: Kysely<Database>, mails: readonly ClaimedMail[], at: number): Promise<void> => {
  await db
    .updateTable('dashboard_mails')
    .set(eb => ({ attempts: eb('attempts', '-', 1), next_at: new Date(at) }))
    .where(
      'id',
      'in',
      mails.map(({ id }) => id),
    )
    .execute();
};

/** Sends mails that wait. A kill between sending and noting it sends the mail again. */
export const sendMails = async ({ db, now, mail }: SendParts, signal: AbortSignal): Promise<void> => {
  if (!mail) return;
  const claimed = await claim(db, now());
  for (const [place, { id, email, attempts, ...content }] of claimed.entries()) {
    if (signal.aborted) return release(db, claimed.slice(place), now());
    const taken = await mail(email, content);
    const at = now();
    const retry = Math.min(LONGEST_RETRY, MINUTE * 2 ** (attempts - 1));
    await db
      .updateTable('dashboard_mails')
      .set(
        taken
          ? { delivered_at: new Date(at) }
          : attempts >= MAX_ATTEMPTS
            ? { given_up_at: new Date(at) }
            : { next_at: new Date(at + retry) },
      )
      .where('id', '=', id)
      .execute();
  }
};

/** The jobs: what is due is put together and waiting mails are sent; old ones are deleted. */
export const reportJobs = (parts: SendParts): readonly Job[] => [
  {
    name: 'send dashboards',
    everyMs: MINUTE,
    scope: 'installation',
    run: async (_, closing) => {
      const signal = closing ?? new AbortController().signal;
      await prepareDue(parts, signal);
      await sendMails(parts, signal);
    },
  },
  {
    name: 'delete old mails of dashboards',
    everyMs: 60 * MINUTE,
    scope: 'installation',
    run: at => {
      const before = sql`${new Date(at - KEPT_DAYS * 24 * 60 * MINUTE)}::timestamptz`;
      return batchDelete(parts.db, 'dashboard_mails', sql`next_at < ${before}`);
    },
  },
];
