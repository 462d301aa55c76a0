/** Alert rules, as operators set them, and their episodes. */
import type { AlertEpisode, AlertRule, AlertRuleInput } from '@rollcall/contract/console';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { endEpisode } from './alert-episodes.ts';
import type { AlertRulesTable } from '../../platform/database/tables/monitoring.ts';

/** Maximum number of rules; each runs a query every minute. */
const MAX_RULES = 100;
const EPISODES = 100;

const columnsOf = ({ hours, channel, window, ...fields }: AlertRuleInput, at: number) => ({
  ...fields,
  window_minutes: window,
  hour_from: hours?.from ?? null,
  hour_to: hours?.to ?? null,
  channel_id: channel,
  changed_at: new Date(at),
  // A rule of the sample data that an operator changes is the operator's from then on.
  sample: false,
});

const ruleOf = (row: Selectable<AlertRulesTable>, firingSince: Date | null): AlertRule => {
  const { window_minutes, changed_at, hour_from, hour_to, channel_id, sample: _, ...rest } = row;
  return {
    ...rest,
    window: window_minutes,
    hours: hour_from === null || hour_to === null ? null : { from: hour_from, to: hour_to },
    channel: channel_id,
    changed_at: changed_at.getTime(),
    firing_since: firingSince?.getTime() ?? null,
  };
};

/** The fields of a rule for the audit log: those that an operator sets. */
export const auditedFields = ({
  id: _id,
  changed_at: _at,
  firing_since: _since,
  ...fields
}: AlertRule): Record<string, unknown> => fields;

export const listRules = async (db: Kysely<Database>): Promise<AlertRule[]> => {
  const rows = await db
    .selectFrom('alert_rules as r')
    .leftJoin('alert_episodes as e', join =>
      join.onRef('e.rule_id', '=', 'r.id').on('e.ended_at', 'is', null),
    )
    .selectAll('r')
    .select('e.began_at')
    .orderBy('r.id')
    .execute();
  return rows.map(({ began_at, ...row }) => ruleOf(row, began_at));
};

/** @throws the refusal NotFound */
export const readRule = async (db: Kysely<Database>, id: number): Promise<AlertRule> => {
  const row = await db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NotFound');
  return ruleOf(row, null);
};

/** Locks the channel of a rule, so that it is not deleted meanwhile. @throws the refusal NotFound */
const requireChannel = async (trx: Transaction<Database>, id: number | null): Promise<void> => {
  if (id === null) return;
  const found = await trx
    .selectFrom('alert_channels')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) throw refuse('NotFound');
};

/** @throws the refusals IllegalOperation if there are MAX_RULES rules, NotFound for its channel */
export const createRule = async (
  trx: Transaction<Database>,
  input: AlertRuleInput,
  at: number,
): Promise<AlertRule> => {
  // Serialises concurrent creations, so that the limit holds.
  await sql`lock table alert_rules in share row exclusive mode`.execute(trx);
  const { count } = await trx
    .selectFrom('alert_rules')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_RULES) {
    throw refuse('IllegalOperation', {
      message: `There are ${MAX_RULES} rules, which is as many as there may be.`,
    });
  }
  await requireChannel(trx, input.channel);
  const row = await trx
    .insertInto('alert_rules')
    .values(columnsOf(input, at))
    .returningAll()
    .executeTakeFirstOrThrow();
  return ruleOf(row, null);
};

/**
 * Replaces a rule. Its open episode ends if the rule is disabled or measures something else.
 * @returns the rule before and after
 * @throws the refusal NotFound, for its channel too
 */
export const changeRule = async (
  trx: Transaction<Database>,
  { id, ...input }: AlertRuleInput & { id: number },
  at: number,
  webhook: boolean,
): Promise<{ before: AlertRule; after: AlertRule }> => {
  const row = await trx
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw refuse('NotFound');
  await requireChannel(trx, input.channel);
  const going = await openEpisode(trx, id);
  const changed = await trx
    .updateTable('alert_rules')
    .set(columnsOf(input, at))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const same = (['kind', 'target', 'product', 'percentile'] as const).every(
    field => row[field] === changed[field],
  );
  const ends = going !== undefined && (!changed.enabled || !same);
  if (ends) await endEpisode(trx, row, going, { at, value: null, webhook, by: 'changed' });
  const since = going?.began_at ?? null;
  return { before: ruleOf(row, since), after: ruleOf(changed, ends ? null : since) };
};

/** @throws the refusal NotFound */
export const deleteRule = async (trx: Transaction<Database>, id: number): Promise<AlertRule> => {
  const row = await trx.deleteFrom('alert_rules').where('id', '=', id).returningAll().executeTakeFirst();
  if (!row) throw refuse('NotFound');
  return ruleOf(row, null);
};

/** Locks and returns the open episode of a rule. */
export const openEpisode = (trx: Transaction<Database>, rule: number) =>
  trx
    .selectFrom('alert_episodes')
    .selectAll()
    .where('rule_id', '=', rule)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const listEpisodes = async (db: Kysely<Database>, product: string): Promise<AlertEpisode[]> => {
  const rows = await db
    .selectFrom('alert_episodes as e')
    .innerJoin('alert_rules as r', 'r.id', 'e.rule_id')
    .select([
      'e.id',
      'e.rule_id',
      'r.name',
      'e.began_at',
      'e.ended_at',
      'e.ended_by',
      'e.value',
      'e.worst',
      'e.threshold',
    ])
    .select(
      sql<AlertEpisode['delivery']>`(
        select case
          when count(*) = 0 then 'none'
          when bool_or(m.delivered_at is null and m.given_up_at is null) then 'waiting'
          when bool_or(m.given_up_at is not null) then 'given-up'
          else 'delivered' end
        from alert_messages m where m.episode_id = e.id)`.as('delivery'),
    )
    .where('r.product', '=', product)
    .orderBy('e.id', 'desc')
    .limit(EPISODES)
    .execute();
  return rows.map(({ rule_id, began_at, ended_at, ...row }) => ({
    ...row,
    rule: rule_id,
    began_at: began_at.getTime(),
    ended_at: ended_at?.getTime() ?? null,
  }));
};
