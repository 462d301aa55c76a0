/**
 * Alert episodes: one begins with the first evaluation above a rule's threshold and ends with the first one that is not, or when there
 * is nothing to measure any more.
 */
import type { EpisodeEnd } from '@rollcall/contract/console';
import type { Selectable, Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { AlertMessageBody } from './alert-message.ts';
import { queueMessage } from './alert-queue.ts';
import type { AlertState } from './alert-words.ts';
import type { AlertEpisodesTable, AlertRulesTable } from '../../platform/database/tables/monitoring.ts';

type Rule = Selectable<AlertRulesTable>;
type Episode = Selectable<AlertEpisodesTable>;

/** The message of an episode. */
const bodyOf = (rule: Rule, episode: Episode, state: AlertState, value: number | null): AlertMessageBody => ({
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

/** Queues a message for the rule's channel or the webhook; nothing if the rule has neither. */
const tell = async (
  trx: Transaction<Database>,
  { channel_id }: Rule,
  body: AlertMessageBody,
  { at, webhook }: { at: number; webhook: boolean },
): Promise<void> => {
  if (channel_id !== null || webhook) await queueMessage(trx, body, at, { channel_id });
};

/** Begins an episode and queues its message in the same transaction. */
export const beginEpisode = async (
  trx: Transaction<Database>,
  rule: Rule,
  { at, value, webhook }: { at: number; value: number; webhook: boolean },
): Promise<void> => {
  const episode = await trx
    .insertInto('alert_episodes')
    .values({
      rule_id: rule.id,
      began_at: new Date(at),
      value,
      worst: value,
      threshold: rule.threshold,
      measured_at: new Date(at),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tell(trx, rule, bodyOf(rule, episode, 'firing', value), { at, webhook });
};

/** Ends an episode and queues its message in the same transaction; `value` is null if nothing was measured. */
export const endEpisode = async (
  trx: Transaction<Database>,
  rule: Rule,
  { id }: Pick<Episode, 'id'>,
  { at, value, webhook, by }: { at: number; value: number | null; webhook: boolean; by: EpisodeEnd },
): Promise<void> => {
  const episode = await trx
    .updateTable('alert_episodes')
    .set({ ended_at: new Date(at), ended_by: by })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tell(trx, rule, bodyOf(rule, episode, by, value), { at, webhook });
};
