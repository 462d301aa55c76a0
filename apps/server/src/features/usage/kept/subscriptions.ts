/** Operators' calls about subscriptions of dashboards. */
import { randomUUID } from 'node:crypto';
import { type DashboardSubscription, keptLimits } from '@rollcall/contract/console';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { Language } from '../../../http/language.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskEmail } from '../../../platform/mask.ts';
import { refuse } from '../../../platform/refusal.ts';
import { nextDue } from '../report/due.ts';
import { type KeptContext, requireRevision, requireRoom } from './shared.ts';

type Calls = 'listSubscriptions' | 'createSubscription' | 'changeSubscription' | 'deleteSubscription';

export interface SubscriptionContext extends KeptContext {
  /** Whether mail can be sent to operators. */
  readonly mail: boolean;
}

interface Given {
  readonly dashboard: string;
  readonly emails: readonly string[];
  readonly channels: readonly number[];
  readonly weekday: number | null;
  readonly hour: number;
  readonly language: Language;
  readonly enabled: boolean;
}

/** Puts who it goes to; what waits for others, or while it is paused for all, is not sent. */
const putReceivers = async (
  trx: Transaction<Database>,
  subscription: string,
  { emails, channels, enabled }: Given,
): Promise<void> => {
  await trx.deleteFrom('dashboard_receivers').where('subscription_id', '=', subscription).execute();
  await trx
    .insertInto('dashboard_receivers')
    .values([
      ...[...new Set(emails)].map(email => ({ subscription_id: subscription, email, channel_id: null })),
      ...[...new Set(channels)].map(channel_id => ({
        subscription_id: subscription,
        email: null,
        channel_id,
      })),
    ])
    .execute();
  await sql`delete from dashboard_mails where subscription_id = ${subscription}
    and delivered_at is null and given_up_at is null
    and not (${enabled} and email = any (${emails}::text[]))`.execute(trx);
  await sql`delete from alert_messages where subscription_id = ${subscription}
    and delivered_at is null and given_up_at is null
    and not (${enabled} and channel_id = any (${channels}::bigint[]))`.execute(trx);
};

/** Locks the dashboard and the channels. @throws the refusals NotFound, IllegalOperation where no mail can be sent */
const requireGiven = async (
  trx: Transaction<Database>,
  { dashboard, emails, channels, enabled }: Given,
  mail: boolean,
): Promise<void> => {
  if (enabled && emails.length > 0 && !mail)
    throw refuse('IllegalOperation', {
      message: 'No mail can be sent: ROLLCALL_SENDERS lists no smtp.',
    });
  const board = await trx
    .selectFrom('usage_dashboards')
    .select('id')
    .where('id', '=', dashboard)
    .forKeyShare()
    .executeTakeFirst();
  if (!board) throw refuse('NotFound', { data: { field: 'dashboard' } });
  if (channels.length === 0) return;
  const found = await trx
    .selectFrom('alert_channels')
    .select('id')
    .where('id', 'in', [...channels])
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (found.length < new Set(channels).size) throw refuse('NotFound', { data: { field: 'channels' } });
};

/** The addresses masked, since the audit log keeps them longer than the subscription. */
const audited = ({ dashboard, weekday, hour, language, emails, channels, enabled }: Given) => ({
  dashboard,
  weekday,
  hour,
  language,
  emails: emails.map(maskEmail),
  channels: [...channels],
  enabled,
});

const columnsOf = ({ weekday, hour, language, enabled }: Given, at: number) => ({
  weekday,
  hour,
  language,
  enabled,
  changed_at: new Date(at),
  next_at: new Date(nextDue(weekday, hour, at)),
});

const read = (db: Kysely<Database>) =>
  db
    .selectFrom('dashboard_subscriptions as s')
    .leftJoin('operators as o', 'o.id', 's.owner_id')
    .selectAll('s')
    .select([
      'o.name as owner',
      sql<string[]>`(select coalesce(array_agg(r.email order by r.email), '{}') from dashboard_receivers r
        where r.subscription_id = s.id and r.email is not null)`.as('emails'),
      sql<
        number[]
      >`(select coalesce(array_agg(r.channel_id::int order by r.channel_id), '{}') from dashboard_receivers r
        where r.subscription_id = s.id and r.channel_id is not null)`.as('channels'),
      sql<number>`((select count(*) from dashboard_mails m
          where m.subscription_id = s.id and m.given_up_at is not null)
        + (select count(*) from alert_messages m
          where m.subscription_id = s.id and m.given_up_at is not null))::int`.as('failed'),
      sql<number>`((select count(*) from dashboard_mails m
          where m.subscription_id = s.id and m.delivered_at is null and m.given_up_at is null)
        + (select count(*) from alert_messages m
          where m.subscription_id = s.id and m.delivered_at is null and m.given_up_at is null))::int`.as(
        'waiting',
      ),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof read>['execute']>>[number];

const answered = (row: Row): DashboardSubscription => ({
  id: row.id,
  dashboard: row.dashboard_id,
  weekday: row.weekday,
  hour: row.hour,
  language: row.language,
  emails: row.emails,
  channels: row.channels,
  enabled: row.enabled,
  owner: row.owner,
  sent_at: row.sent_at?.getTime() ?? null,
  next_at: row.next_at.getTime(),
  failed: row.failed,
  waiting: row.waiting,
  revision: row.revision,
  changed_at: row.changed_at.getTime(),
});

const lock = async (trx: Transaction<Database>, id: string, revision: number): Promise<Row> => {
  const row = await read(trx).where('s.id', '=', id).forUpdate('s').executeTakeFirst();
  requireRevision(row, revision);
  return row;
};

export const subscriptionHandlers = ({ db, now, mail }: SubscriptionContext): ConsoleHandlers<Calls> => ({
  listSubscriptions: async ({ query: { dashboard } }) => {
    const rows = await read(db).where('s.dashboard_id', '=', dashboard).orderBy('s.id').execute();
    return { items: rows.map(answered), mail };
  },

  createSubscription: ({ body: given, language, operator, audit }) =>
    transaction(db, async trx => {
      const body = { ...given, language: given.language ?? language };
      await requireRoom(trx, 'dashboard_subscriptions', keptLimits.subscriptions);
      await requireGiven(trx, body, mail);
      const id = randomUUID();
      await trx
        .insertInto('dashboard_subscriptions')
        .values({ ...columnsOf(body, now()), id, dashboard_id: body.dashboard, owner_id: operator.id })
        .execute();
      await putReceivers(trx, id, body);
      await audit(trx, { subject: id, after: audited(body) });
      return { id, revision: 1 };
    }),

  changeSubscription: ({ body: { id, revision, ...given }, audit }) =>
    transaction(db, async trx => {
      const row = await lock(trx, id, revision);
      // It stays with its dashboard.
      const fields = { ...given, dashboard: row.dashboard_id, language: given.language ?? row.language };
      await requireGiven(trx, fields, mail);
      await trx
        .updateTable('dashboard_subscriptions')
        .set({ ...columnsOf(fields, now()), revision: revision + 1 })
        .where('id', '=', id)
        .execute();
      await putReceivers(trx, id, fields);
      await audit(trx, { subject: id, before: audited(answered(row)), after: audited(fields) });
      return { id, revision: revision + 1 };
    }),

  deleteSubscription: ({ body: { id, revision }, audit }) =>
    transaction(db, async trx => {
      const row = await lock(trx, id, revision);
      await trx.deleteFrom('dashboard_subscriptions').where('id', '=', id).execute();
      await audit(trx, { subject: id, before: audited(answered(row)) });
      return {};
    }),
});
