/** Alert episodes: one begins with the first evaluation above a rule's threshold and ends with the first one below. */
import type { Selectable, Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { AlertEpisodesTable, AlertRulesTable } from '../../platform/database/tables/monitoring.ts';

type Rule = Selectable<AlertRulesTable>;
type Episode = Selectable<AlertEpisodesTable>;

/** The webhook message of an episode; times in ms since 1970. */
const bodyOf = (rule: Rule, episode: Episode, state: 'firing' | 'resolved', value: number | null) => ({
  state,
  episode: episode.id,
  began_at: episode.began_at.getTime(),
  ended_at: episode.ended_at?.getTime() ?? null,
  value,
  worst: episode.worst,
  threshold: episode.threshold,
  rule: {
    id: rule.id,
    name: rule.name,
    product: rule.product,
    kind: rule.kind,
    target: rule.target,
    percentile: rule.percentile,
    window_minutes: rule.window_minutes,
  },
});

const queueMessage = (trx: Transaction<Database>, episode: Episode, body: object, at: number) =>
  trx
    .insertInto('alert_messages')
    .values({ episode_id: episode.id, body: JSON.stringify(body), next_at: new Date(at) })
    .execute();

/** Begins an episode and queues its message in the same transaction. */
export const beginEpisode = async (
  trx: Transaction<Database>,
  rule: Rule,
  { at, value, webhook }: { at: number; value: number; webhook: boolean },
): Promise<void> => {
  const episode = await trx
    .insertInto('alert_episodes')
    .values({ rule_id: rule.id, began_at: new Date(at), value, worst: value, threshold: rule.threshold })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (webhook) await queueMessage(trx, episode, bodyOf(rule, episode, 'firing', value), at);
};

/** Ends an episode and queues its message in the same transaction; `value` is null if the rule was changed. */
export const endEpisode = async (
  trx: Transaction<Database>,
  rule: Rule,
  { id }: Pick<Episode, 'id'>,
  { at, value, webhook }: { at: number; value: number | null; webhook: boolean },
): Promise<void> => {
  const episode = await trx
    .updateTable('alert_episodes')
    .set({ ended_at: new Date(at) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (webhook) await queueMessage(trx, episode, bodyOf(rule, episode, 'resolved', value), at);
};
