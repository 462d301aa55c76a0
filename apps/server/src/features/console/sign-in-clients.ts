/** Operators' call about the clients of sign-ins: which platform, product and version signs in, and which is refused. */
import { sql } from 'kysely';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { OTHER_CLIENTS } from './client-names.ts';
import type { ConsoleContext } from './context.ts';
import { hourSpan } from './hour-span.ts';

/** Clients in the answer: those with the most attempts. */
const LISTED = 200;

interface Row {
  readonly platform: string;
  readonly product: string;
  readonly sdk: string;
  readonly signed_in: number;
  readonly refused: number;
  readonly refusal: string | null;
  readonly refusal_count: number | null;
}

export const signInClientHandlers = ({
  readStale,
  now,
}: Pick<ConsoleContext, 'readStale' | 'now'>): ConsoleHandlers<'getSignInClients'> => ({
  getSignInClients: async ({ query }) => {
    const { from, to } = hourSpan(query, now());
    const { rows } = await readStale(db =>
      sql<Row>`
      with counted as (
        select platform, product, sdk, outcome, sum(count)::bigint as count from sign_in_client_counts
        where hour >= ${new Date(from)}::timestamptz and hour < ${new Date(to)}::timestamptz
        group by platform, product, sdk, outcome
      ), placed as (
        select *, outcome <> 'ok' and row_number() over (
          partition by platform, product, sdk, outcome = 'ok' order by count desc, outcome
        ) = 1 as foremost from counted
      )
      select platform, product, sdk,
        coalesce(sum(count) filter (where outcome = 'ok'), 0)::bigint as signed_in,
        coalesce(sum(count) filter (where outcome <> 'ok'), 0)::bigint as refused,
        max(outcome) filter (where foremost) as refusal,
        max(count) filter (where foremost) as refusal_count
      from placed group by platform, product, sdk
      order by sum(count) desc, platform, product, sdk limit ${LISTED}`.execute(db),
    );
    const orNull = (text: string) => (text === '' ? null : text);
    return {
      from,
      to,
      rows: rows.map(({ platform, product, sdk, refusal, refusal_count: count, ...counts }) => {
        const others = platform === OTHER_CLIENTS[0];
        return {
          others,
          platform: others ? null : orNull(platform),
          product: others ? null : orNull(product),
          sdk: others ? null : orNull(sdk),
          ...counts,
          most_refused: refusal === null ? null : { refusal, count: count ?? 0 },
        };
      }),
    };
  },
});
