/** What alert rules measure in the event store, without sample data. */
import type { AbsenceKind, AlertKind } from '@rollcall/contract/console';
import { flag } from '../../events/store/columns.ts';
import { ABORTED, percentile, type QueryContext, type Range, reportsOf } from './queries.ts';

export interface MeasuredRule {
  readonly kind: Exclude<AlertKind, AbsenceKind>;
  readonly target: string;
  readonly percentile: number;
}

export interface Measurement {
  /** Null without samples. */
  readonly value: number | null;
  readonly samples: number;
}

const reportKind = {
  'error-rate': 'error',
  'failed-share': 'call',
  vital: 'performance',
  'call-latency': 'call',
} as const satisfies Record<MeasuredRule['kind'], string>;

export const measure = async (
  { client, dialect }: QueryContext,
  { kind, target, percentile: share }: MeasuredRule,
  range: Range,
): Promise<Measurement> => {
  const reports = reportsOf(dialect, reportKind[kind], range);
  const all = target === '*';
  const sql = `${reports.sql} and not coalesce(sample, false)${all ? '' : ` and name = ${dialect.text('target')}`}`;
  const ranked = (more: string) =>
    `with ranked as (select value, sum(weight) over (order by value) as upto, sum(weight) over () as total
       ${sql} and value is not null ${more})
     select ${percentile(share)} as value, max(ranked.total) as samples from ranked`;
  const statement = {
    'error-rate': `select sum(weight) / ${(range.to - range.from) / 60_000} as value, sum(weight) as samples ${sql}`,
    'failed-share': `select sum(weight) filter (where status >= 500) / nullif(sum(weight), 0) as value, sum(weight) as samples
       ${sql} and status <> ${ABORTED}`,
    vital: ranked(''),
    'call-latency': ranked('and status < 600'),
  }[kind];
  const [row] = await client.query<{ value: number | null; samples: number | null }>(statement, {
    ...reports.values,
    ...(all ? {} : { target }),
  });
  const samples = row?.samples ?? 0;
  // No failure among the calls, or no error at all, is a measurement, too.
  const none = kind === 'error-rate' || (kind === 'failed-share' && samples > 0) ? 0 : null;
  return { value: row?.value ?? none, samples };
};

/**
 * @param key an event's key, or `*` for all
 * @returns when the server received the last event of a product; undefined if there was none from `from` to `to`
 */
export const lastEvent = async (
  { client, dialect: { text, integer, masked } }: QueryContext,
  product: string,
  key: string,
  from: number,
  to: number,
): Promise<number | undefined> => {
  const all = key === '*';
  const [row] = await client.query<{ at: number }>(
    `select max(received) as at from events
     where product = ${text('product')} and received >= ${integer('from')} and received <= ${integer('to')}
       and ${masked('flags', flag.sample)} = 0${all ? '' : ` and key = ${text('key')}`}
     having count(*) > 0`,
    { product, from, to, ...(all ? {} : { key }) },
  );
  return row?.at;
};
