/** Operators' call about challenges of human verification: how many were passed, failed or not judged, by provider and hour. */
import { sql } from 'kysely';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { ConsoleContext } from './context.ts';
import { hourSpan } from './hour-span.ts';

export const verificationCountHandlers = ({
  readStale,
  now,
}: Pick<ConsoleContext, 'readStale' | 'now'>): ConsoleHandlers<'getVerificationCounts'> => ({
  getVerificationCounts: async ({ query }) => {
    const { from, to } = hourSpan(query, now());
    const rows = await readStale(db =>
      db
        .selectFrom('challenge_counts')
        .select(['hour', 'provider'])
        .select([
          sql<number>`coalesce(sum(count) filter (where outcome = 'passed'), 0)::bigint`.as('passed'),
          sql<number>`coalesce(sum(count) filter (where outcome = 'failed'), 0)::bigint`.as('failed'),
          sql<number>`coalesce(sum(count) filter (where outcome not in ('passed', 'failed')), 0)::bigint`.as(
            'unjudged',
          ),
        ])
        .where('hour', '>=', new Date(from))
        .where('hour', '<', new Date(to))
        .groupBy(['hour', 'provider'])
        .orderBy('hour')
        .orderBy('provider')
        .execute(),
    );
    return { from, to, rows: rows.map(row => ({ ...row, hour: row.hour.getTime() })) };
  },
});
