/** Figures of the console's front page: today and the last seven days. */
import { calls, signedIn } from '@rollcall/contract';
import { sampleSender } from '@rollcall/contract/console';
import { type RawBuilder, sql } from 'kysely';
import type { ReadStale } from '../../platform/database/replica.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Calls that end in a session. */
const signInCalls = Object.entries(calls).flatMap(([name, call]) => (call.answer === signedIn ? [name] : []));

/** Milliseconds between receipt and loading of the newest event; null: unknown. */
export type UsageLag = () => Promise<number | null>;

interface Counts {
  readonly today: number;
  readonly before: number;
  readonly week: number;
}

/** Counts accounts that are no sample. Samples are few and have an index; "not sample" would read every row of the table. */
const counted = (which: RawBuilder<unknown>) =>
  sql`((select count(*) from accounts where ${which}) - (select count(*) from accounts where sample and ${which}))`;

export const overviewHandlers = ({
  readStale,
  now,
  usageLag,
}: {
  readonly readStale: ReadStale;
  readonly now: () => number;
  readonly usageLag: UsageLag | undefined;
}): ConsoleHandlers<'getOverview'> => ({
  getOverview: async ({ query, log }) => {
    const at = now();
    const today = query.today_from ?? at - DAY;
    if (today > at || today < at - 2 * DAY) {
      throw refuse('InvalidRequest', { data: { field: 'today_from' } });
    }
    const week = at - WEEK;
    // Counts are by the hour: the one that is running now is taken whole.
    const [before, beforeEnd] = [today - WEEK, (Math.floor(week / HOUR) + 1) * HOUR];
    const since = (moment: number) => sql`${new Date(moment)}::timestamptz`;
    const byPeriod = sql`coalesce(sum(count) filter (where hour >= ${since(today)}), 0)::bigint as today,
          coalesce(sum(count) filter (where hour >= ${since(before)} and hour < ${since(beforeEnd)}), 0)::bigint as before,
          coalesce(sum(count) filter (where hour >= ${since(week)}), 0)::bigint as week`;
    const figures = readStale(db =>
      Promise.all([
        sql<{ people: number; blocked: number; today: number; before: number; week: number }>`
        select ${counted(sql`true`)} as people, ${counted(sql`blocked_at is not null`)} as blocked,
          ${counted(sql`created_at >= ${since(today)}`)} as today,
          ${counted(sql`created_at >= ${since(before)} and created_at < ${since(beforeEnd)}`)} as before,
          ${counted(sql`created_at >= ${since(week)}`)} as week`.execute(db),
        sql<Counts & { kind: 'in' | 'refused' }>`
        select case when outcome = 'ok' then 'in' else 'refused' end as kind,
          ${byPeriod}
        from sign_in_counts
        where hour >= ${since(before)} and (outcome <> 'ok' or call = any(${signInCalls}::text[]))
        group by 1`.execute(db),
        sql<{ refusal: string; count: number; before: number }>`
        select refusal, today as count, before from (select outcome as refusal, ${byPeriod} from sign_in_counts
          where hour >= ${since(before)} and outcome <> 'ok' group by 1) refusals
        where today > 0 order by 2 desc, 1`.execute(db),
        // What a vendor's limit held back is in neither.
        sql<Counts & { outcome: 'sent' | 'failed' }>`
        select outcome, ${byPeriod} from message_counts
        where hour >= ${since(before)} and sender <> ${sampleSender} and outcome in ('sent', 'failed') group by 1`.execute(
          db,
        ),
      ]),
    );
    const [[people, signIns, refused, messages], lag] = await Promise.all([
      figures,
      // The front page is shown even if the event store does not answer.
      usageLag?.().catch((error: unknown) => {
        log.warn({ err: error }, 'the lag of usage is not known');
        return null;
      }) ?? null,
    ]);
    const counts = people.rows[0] ?? { people: 0, blocked: 0, today: 0, before: 0, week: 0 };
    const countsOf = (row: Counts | undefined) => ({
      today: row?.today ?? 0,
      before: row?.before ?? 0,
      week: row?.week ?? 0,
    });
    return {
      at,
      people: counts.people,
      blocked: counts.blocked,
      signed_up: countsOf(counts),
      signed_in: countsOf(signIns.rows.find(row => row.kind === 'in')),
      refused: countsOf(signIns.rows.find(row => row.kind === 'refused')),
      refusals_today: refused.rows,
      messages_sent: countsOf(messages.rows.find(row => row.outcome === 'sent')),
      messages_failed: countsOf(messages.rows.find(row => row.outcome === 'failed')),
      usage_lag: lag === null ? null : Math.max(0, Math.round(lag)),
    };
  },
});
