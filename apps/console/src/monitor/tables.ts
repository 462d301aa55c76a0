/** Tables of the answers, for charts, table view and download. */
import { type Rating, type Vital, vitals } from '@rollcall/contract/console';
import type { Moment, Tabular } from '../charts/tabular.ts';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';

export type CallRow = AnswerOf<ConsoleCalls['getCallHealth']>['calls'][number];
export type VitalRow = AnswerOf<ConsoleCalls['getVitals']>['vitals'][number];
export type VitalTrend = AnswerOf<ConsoleCalls['getVitalTrend']>;
export type ResourceRow = AnswerOf<ConsoleCalls['getResourceFailures']>['resources'][number];
export type GroupRow = AnswerOf<ConsoleCalls['listErrorGroups']>['items'][number];

/** Totals of all calls; `share` is the success rate of those that were not aborted. */
export const sumOfCalls = (
  calls: readonly CallRow[],
): { total: number; business: number; failed: number; share: number | null } => {
  const sum = (pick: (row: CallRow) => number) => calls.reduce((all, row) => all + pick(row), 0);
  const total = sum(row => row.total);
  const judged = total - sum(row => row.aborted);
  return {
    total,
    business: sum(row => row.business),
    failed: sum(row => row.failed),
    share: judged > 0 ? sum(row => row.succeeded) / judged : null,
  };
};

export const callOrders = ['total', 'success', 'p95'] as const;
export type CallOrder = (typeof callOrders)[number];

/** Sorted by the order: most frequent, least successful or slowest first; calls without the value last. */
export const orderedCalls = (calls: readonly CallRow[], by: CallOrder): readonly CallRow[] => {
  if (by === 'total') return calls;
  const figure = (row: CallRow) => (by === 'success' ? row.success_share : row.p95);
  const sign = by === 'success' ? 1 : -1;
  return [...calls].sort((a, b) => {
    const [one, other] = [figure(a), figure(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other) || b.total - a.total;
  });
};

/** Where the scale of what did not succeed ends: at the most of any call, at a tenth at least. */
export const lackingScale = (calls: readonly CallRow[]): number =>
  Math.max(0.1, ...calls.map(({ success_share }) => 1 - (success_share ?? 1)));

/** A row for each call. */
export const tableOfCalls = (
  calls: readonly CallRow[],
  words: Readonly<
    Record<'call' | 'total' | 'success' | 'business' | 'failed' | 'aborted' | 'statuses', string> & {
      /** What a code that is no HTTP status says. */
      readonly outcomes: Readonly<Record<number, string>>;
    }
  >,
  write: Readonly<Record<'whole' | 'share' | 'ms', (value: number) => string>>,
): Tabular => ({
  columns: [
    { head: words.call },
    { head: words.success, write: write.share },
    { head: 'p50', write: write.ms },
    { head: 'p75', write: write.ms },
    { head: 'p95', write: write.ms },
    { head: 'p99', write: write.ms },
    { head: words.total, write: write.whole },
    { head: words.business, write: write.whole },
    { head: words.failed, write: write.whole },
    { head: words.aborted, write: write.whole },
    { head: words.statuses, long: true },
  ],
  rows: calls.map(row => [
    row.call,
    row.success_share,
    row.p50,
    row.p75,
    row.p95,
    row.p99,
    row.total,
    row.business,
    row.failed,
    row.aborted,
    row.statuses
      .map(({ status, count }) =>
        `${words.outcomes[status] ?? status} × ${write.whole(count)}`.replaceAll(' ', '\u00A0'),
      )
      .join(' · '),
  ]),
});

const isVital = (metric: string): metric is Vital => vitals.some(vital => vital === metric);
export type JudgedRow = VitalRow & { readonly metric: Vital; readonly rating: Rating };

/** The rows of a metric, a page and a release (empty: all). */
export const judgedRows = (
  rows: readonly VitalRow[],
  { metric, page, release }: { readonly metric: '' | Vital; readonly page: string; readonly release: string },
): readonly JudgedRow[] =>
  rows.filter(
    (row): row is JudgedRow =>
      isVital(row.metric) &&
      row.rating !== null &&
      (metric === '' || row.metric === metric) &&
      (page === '' || row.page === page) &&
      (release === '' || row.release === release),
  );

/** Formats a vital: CLS without unit, with two digits; the others in milliseconds. */
export const writeVital = (metric: Vital, value: number, ms: (value: number) => string): string =>
  metric === 'CLS' ? value.toFixed(2) : ms(value);

/** A row for each point in time that has begun, those without samples too; none where there are no samples at all. */
export const tableOfTrend = (
  points: VitalTrend['points'],
  now: number,
  words: Readonly<Record<'moment' | 'samples', string>>,
  write: {
    readonly whole: (value: number) => string;
    readonly value: (value: number) => string;
    readonly moment: (at: number) => Moment;
  },
): Tabular => ({
  columns: [
    { head: words.moment },
    { head: 'p50', write: write.value },
    { head: 'p75', write: write.value },
    { head: 'p95', write: write.value },
    { head: words.samples, write: write.whole },
  ],
  rows: points.some(({ samples }) => samples > 0)
    ? points
        .filter(({ at }) => at <= now)
        .map(({ at, p50, p75, p95, samples }) => [write.moment(at), p50, p75, p95, samples])
    : [],
});

/** A row for each page, release and metric; p75 without unit, as units differ by metric. */
export const tableOfVitals = (
  rows: readonly JudgedRow[],
  words: Readonly<Record<'page' | 'release' | 'metric' | 'rating' | 'samples', string>> & {
    readonly ratings: Readonly<Record<Rating, string>>;
  },
  write: Readonly<Record<'whole' | 'share', (value: number) => string>>,
): Tabular => ({
  columns: [
    { head: words.page },
    { head: words.release },
    { head: words.metric },
    { head: 'p75', write: value => String(Math.round(value * 100) / 100) },
    { head: words.rating },
    { head: words.ratings.good, write: write.share },
    { head: words.ratings['needs-improvement'], write: write.share },
    { head: words.ratings.poor, write: write.share },
    { head: words.samples, write: write.whole },
  ],
  rows: rows.map(row => {
    const share = (count: number) => (row.samples > 0 ? count / row.samples : 0);
    return [
      row.page,
      row.release,
      row.metric,
      row.p75,
      words.ratings[row.rating],
      share(row.good),
      share(row.needs_improvement),
      share(row.poor),
      row.samples,
    ];
  }),
});

/** A row for each file that could not be loaded; chunks by number. */
export const tableOfResources = (
  rows: readonly ResourceRow[],
  words: Readonly<
    Record<
      'resource' | 'element' | 'address' | 'count' | 'timeouts' | 'pages' | 'releases' | 'lastSeen',
      string
    >
  > & {
    readonly chunk: (number: string) => string;
    readonly someChunk: string;
    readonly elements: Readonly<Record<ResourceRow['element'], string>>;
  },
  write: { readonly whole: (value: number) => string; readonly moment: (at: number) => Moment },
): Tabular => ({
  columns: [
    { head: words.resource },
    { head: words.count, write: write.whole },
    { head: words.timeouts, write: write.whole },
    { head: words.lastSeen },
    { head: words.element },
    { head: words.address },
    { head: words.releases },
    { head: words.pages },
  ],
  rows: rows.map(row => [
    row.chunk !== ''
      ? words.chunk(row.chunk)
      : row.element === 'chunk' && row.address === '/'
        ? words.someChunk
        : row.address,
    row.count,
    row.timeouts,
    write.moment(row.last_seen),
    words.elements[row.element],
    row.address,
    row.releases.join(' '),
    row.pages.join(' '),
  ]),
});

/** The error groups, for download. */
export const tableOfGroups = (
  groups: readonly GroupRow[],
  heads: readonly string[],
  statusNames: Readonly<Record<GroupRow['status'], string>>,
  when: (at: number) => string,
): Tabular => ({
  columns: heads.map(head => ({ head })),
  rows: groups.map(row => [
    row.name,
    row.message,
    row.culprit,
    statusNames[row.status],
    row.count,
    row.pages_since === null ? '' : row.pages,
    row.pages_since === null ? '' : when(row.pages_since),
    when(row.first_seen),
    when(row.last_seen),
    row.first_release,
    row.last_release,
    row.note?.text ?? '',
    row.id,
  ]),
});
