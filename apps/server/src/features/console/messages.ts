/** Operators' calls about messages: counts by hour, recent failures, remaining budgets. */
import {
  isTightShare,
  PREFIX_BUDGETS,
  RECIPIENT_BUDGETS,
  totalBudgets,
} from '../../messages/message-budget.ts';
import { messageOutcomes } from '@rollcall/contract/console';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { CodeSettings } from '../../messages/settings.ts';
import type { Sender } from '../../messages/messages.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { ConsoleContext } from './context.ts';
import { hourSpan } from './hour-span.ts';
import { maskingFor } from './masking.ts';

type MessageCall = 'getMessageCounts' | 'listMessageFailures' | 'getMessageBudget';

/** Number of prefixes in the answer. */
const PREFIXES = 20;

const failureCursor = v.tuple([v.pipe(v.number(), v.safeInteger())]);

export const messageHandlers = ({
  db,
  readStale,
  now,
  config,
  senders,
}: ConsoleContext & {
  readonly config: { readonly codes: CodeSettings };
  readonly senders: readonly Pick<Sender, 'name' | 'channels'>[];
}): ConsoleHandlers<MessageCall> => ({
  getMessageCounts: async ({ query }) => {
    const { sender, purpose, channel } = query;
    const { from, to } = hourSpan(query, now());
    const countOf = (outcome: (typeof messageOutcomes)[number]) =>
      sql<number>`coalesce(sum(count) filter (where outcome = ${sql.lit(outcome)}), 0)::bigint`.as(outcome);
    const found = await readStale(replica => {
      let rows = replica
        .selectFrom('message_counts')
        .select(['hour', 'sender', 'channel', 'purpose'])
        .select([countOf('sent'), countOf('limited'), countOf('failed')])
        .where('hour', '>=', new Date(from))
        .where('hour', '<', new Date(to))
        .groupBy(['hour', 'sender', 'channel', 'purpose'])
        .orderBy('hour')
        .orderBy('sender')
        .orderBy('channel')
        .orderBy('purpose');
      if (sender !== undefined) rows = rows.where('sender', '=', sender);
      if (purpose !== undefined) rows = rows.where('purpose', '=', purpose);
      if (channel !== undefined) rows = rows.where('channel', '=', channel);
      return rows.execute();
    });
    return { from, to, rows: found.map(row => ({ ...row, hour: row.hour.getTime() })) };
  },

  listMessageFailures: async ({ query: { limit, cursor, sender }, cursors }) => {
    const list = cursors();
    const after = list.read(failureCursor, cursor);
    const found = await readStale(replica => {
      let rows = replica
        .selectFrom('message_failures')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (after) rows = rows.where('id', '<', after[0]);
      if (sender !== undefined) rows = rows.where('sender', '=', sender);
      return rows.execute();
    });
    return list.pageOf(
      found,
      limit,
      row => [row.id],
      row => ({ ...row, at: row.at.getTime() }),
    );
  },

  getMessageBudget: async ({ operator }) => {
    const { dailyLimit, prefixLimit } = config.codes;
    const at = now();
    const masking = maskingFor(operator.role);
    const limited = totalBudgets(config.codes).filter(({ limit }) => limit > 0);
    const [exhausted, prefixes, spent] = await Promise.all([
      db
        .selectFrom('budgets')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('name', 'like', `${RECIPIENT_BUDGETS}%`)
        .where('ends_at', '>', new Date(at))
        .where('spent', '>=', dailyLimit)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('budgets')
        .select(['name', 'spent', 'ends_at'])
        .where('name', 'like', `${PREFIX_BUDGETS}%`)
        .where('ends_at', '>', new Date(at))
        .orderBy('spent', 'desc')
        .orderBy('name')
        .limit(PREFIXES)
        .execute(),
      db
        .selectFrom('budgets')
        .select(['name', 'spent', 'ends_at'])
        .where('name', 'like', 'all|%')
        .where('ends_at', '>', new Date(at))
        .execute(),
    ]);
    return {
      senders: senders.map(({ name, channels }) => ({ name, channels: [...channels] })),
      daily_limit: dailyLimit,
      exhausted: exhausted.count,
      prefix_limit: prefixLimit,
      prefixes: prefixes.map(({ name, spent: sent, ends_at: end }) => ({
        prefix: masking.prefix(name.slice(PREFIX_BUDGETS.length)),
        sent,
        left: Math.max(0, prefixLimit - sent),
        until: end.getTime(),
      })),
      // Of the kinds of messages, the one that has spent most.
      totals: [...new Set(limited.map(({ window }) => window))].map(window => {
        const own = limited.filter(total => total.window === window);
        const rows = own.map(({ name, limit }) => {
          const found = spent.find(row => row.name === name);
          return { limit, sent: found?.spent ?? 0, until: found?.ends_at.getTime() ?? null };
        });
        const { limit, sent, until } = rows.reduce((most, row) => (row.sent > most.sent ? row : most));
        return {
          window,
          limit,
          sent,
          left: Math.max(0, limit - sent),
          until,
          tight: isTightShare(sent, limit),
        };
      }),
    };
  },
});
