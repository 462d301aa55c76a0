/** Operators' calls about alerts on saved questions. */
import { randomUUID } from 'node:crypto';
import {
  figureUnit,
  keptLimits,
  type QuestionAlert,
  readQuestion,
  type WatchedPeriod,
} from '@rollcall/contract/console';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { type AlertRow, type TellAlert, toldOf } from '../watch/evaluate.ts';
import { hasFigure, isOfOwnField } from '../watch/figure.ts';
import { type KeptContext, requireRevision, requireRoom, sharedWith } from './shared.ts';

type Calls = 'listQuestionAlerts' | 'createQuestionAlert' | 'changeQuestionAlert' | 'deleteQuestionAlert';

export interface QuestionAlertContext extends KeptContext {
  readonly tell: TellAlert;
  /** Whether a webhook is configured. */
  readonly webhook: boolean;
}

interface Watched {
  readonly question: string;
  readonly series: number | null;
  readonly every: WatchedPeriod;
  readonly channel: number | null;
}

/**
 * Locks the question and the channel of an alert, so that neither is deleted meanwhile.
 * @throws the refusals NotFound, InvalidRequest by the field that the question has no figure of
 */
const requireWatched = async (
  trx: Transaction<Database>,
  { question, series, every, channel }: Watched,
): Promise<void> => {
  const kept = await trx
    .selectFrom('usage_questions')
    .select('question')
    .where('id', '=', question)
    .forKeyShare()
    .executeTakeFirst();
  if (!kept) throw refuse('NotFound', { data: { field: 'question' } });
  const asked = readQuestion(kept.question).question;
  if (asked && isOfOwnField(asked))
    throw refuse('InvalidRequest', {
      message: 'An alert can’t watch a question that tells people by fields of the school.',
      data: { field: 'question' },
    });
  if (asked?.behind)
    throw refuse('InvalidRequest', {
      message: 'The people behind a figure have no figure of their own.',
      data: { field: 'question' },
    });
  if (!asked || !hasFigure(asked, series, every))
    throw refuse('InvalidRequest', {
      message: 'The question has no such figure.',
      data: { field: asked && hasFigure(asked, series, 'week') ? 'every' : 'series' },
    });
  if (channel === null) return;
  const found = await trx
    .selectFrom('alert_channels')
    .select('id')
    .where('id', '=', channel)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) throw refuse('NotFound', { data: { field: 'channel' } });
};

const columnsOf = <Fields extends Watched>({ question, channel, ...fields }: Fields) => ({
  ...fields,
  question_id: question,
  channel_id: channel,
});

/** The state of an alert of which nothing is measured yet. */
const fresh = (at: number) => ({
  state: 'waiting' as const,
  fired: false,
  since: null,
  measured_from: null,
  measured_to: null,
  value: null,
  before: null,
  problem: null,
  tries: 0,
  next_at: new Date(at),
});

const watchedColumns = [
  'question_id',
  'series',
  'every',
  'condition',
  'threshold',
  'least',
  'enabled',
] as const;

const rowsOf = (db: Kysely<Database>) =>
  db
    .selectFrom('question_alerts as a')
    .innerJoin('usage_questions as q', 'q.id', 'a.question_id')
    .leftJoin('operators as o', 'o.id', 'a.owner_id')
    .selectAll('a')
    .select(['q.question as text', 'q.name as question', 'q.template as template', 'o.name as owner'])
    .select(
      // Of its newest message.
      sql<QuestionAlert['delivery']>`coalesce((
        select case when m.delivered_at is not null then 'delivered'
          when m.given_up_at is not null then 'given-up' else 'waiting' end
        from alert_messages m where m.question_alert_id = a.id order by m.id desc limit 1), 'none')`.as(
        'delivery',
      ),
    );

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

const answered = (row: Row): QuestionAlert => {
  const asked = readQuestion(row.text).question;
  return {
    id: row.id,
    name: row.name,
    question: row.question_id,
    question_name: row.question,
    question_template: row.template,
    series: row.series,
    every: row.every,
    condition: row.condition,
    threshold: row.threshold,
    least: row.least,
    channel: row.channel_id,
    enabled: row.enabled,
    unit: asked ? figureUnit(asked, row.series) : 'number',
    owner: row.owner,
    state: row.state,
    since: row.since?.getTime() ?? null,
    from: row.measured_from?.getTime() ?? null,
    to: row.measured_to?.getTime() ?? null,
    value: row.value,
    before: row.before,
    problem: row.problem,
    delivery: row.delivery,
    revision: row.revision,
    changed_at: row.changed_at.getTime(),
  };
};

/** Locks an alert that is as the operator read it, with its question. @throws the refusals NotFound, Conflict */
const lockAlert = async (trx: Transaction<Database>, id: string, revision: number): Promise<AlertRow> => {
  const row = await trx
    .selectFrom('question_alerts as a')
    .innerJoin('usage_questions as q', 'q.id', 'a.question_id')
    .selectAll('a')
    .select(['q.question as text', 'q.name as question', 'q.template'])
    .where('a.id', '=', id)
    .forUpdate('a')
    .executeTakeFirst();
  requireRevision(row, revision);
  return row;
};

const auditedFields = ({
  question_id,
  channel_id,
  ...row
}: Pick<AlertRow, (typeof watchedColumns)[number] | 'name' | 'channel_id'>) => {
  const { name, series, every, condition, threshold, least, enabled } = row;
  const of = { series, every, condition, threshold, least };
  return { name, question: question_id, ...of, channel: channel_id, enabled };
};

export const questionAlertHandlers = ({
  db,
  now,
  tell,
  webhook,
}: QuestionAlertContext): ConsoleHandlers<Calls> => ({
  listQuestionAlerts: async ({ query: { question }, operator }) => {
    const shown = rowsOf(db).where('q.shared', 'in', sharedWith(operator.role));
    const asked = question === undefined ? shown : shown.where('a.question_id', '=', question);
    const rows = await asked.orderBy('a.name').orderBy('a.id').execute();
    return { items: rows.map(answered), webhook };
  },

  createQuestionAlert: ({ body, operator, audit }) =>
    transaction(db, async trx => {
      await requireRoom(trx, 'question_alerts', keptLimits.alerts);
      await requireWatched(trx, body);
      const id = randomUUID();
      const at = now();
      const columns = columnsOf(body);
      await trx
        .insertInto('question_alerts')
        .values({ ...columns, id, owner_id: operator.id, changed_at: new Date(at), next_at: new Date(at) })
        .execute();
      await audit(trx, { subject: id, after: auditedFields(columns) });
      return { id, revision: 1 };
    }),

  changeQuestionAlert: ({ body: { id, revision, ...fields }, audit }) =>
    transaction(db, async trx => {
      const row = await lockAlert(trx, id, revision);
      await requireWatched(trx, fields);
      const at = now();
      const columns = columnsOf(fields);
      const same = watchedColumns.every(name => row[name] === columns[name]);
      await trx
        .updateTable('question_alerts')
        .set({ ...columns, ...(same ? {} : fresh(at)), revision: revision + 1, changed_at: new Date(at) })
        .where('id', '=', id)
        .execute();
      if (!same && row.fired) await tell(trx, toldOf(row, 'changed', at), at);
      await audit(trx, { subject: id, before: auditedFields(row), after: auditedFields(columns) });
      return { id, revision: revision + 1 };
    }),

  deleteQuestionAlert: ({ body: { id, revision }, audit }) =>
    transaction(db, async trx => {
      const row = await lockAlert(trx, id, revision);
      await trx.deleteFrom('question_alerts').where('id', '=', id).execute();
      await audit(trx, { subject: id, before: auditedFields(row) });
      return {};
    }),
});
