/** What the queries need of a store: its statements, in the SQL of that store, with rows of the same form from every store. */
import type { Inclusion } from '@rollcall/contract/console';
import type { ResultRow, Values, QueryClient, QueryOptions } from '../../../events/store/query-client.ts';
import type { QueryParams } from './params.ts';
import type { Period } from './period.ts';

/** SQL whose rows have the form `Row`, and the values that it names. */
export interface Statement<Row extends ResultRow> {
  readonly sql: string;
  readonly values: Values;
  /** For the types alone. */
  readonly row?: Row;
}

/** The store's query client and SQL, and the clock (ms since 1970). */
export interface QueryContext {
  readonly client: QueryClient;
  readonly statements: UsageStatements;
  readonly now: () => number;
}

export const rowsOf = <Row extends ResultRow>(
  { client }: QueryContext,
  { sql, values }: Statement<Row>,
  options: QueryOptions,
): Promise<readonly Row[]> => client.query<Row>(sql, values, options);

/** For a statement that looks at a few rows: it does not wait behind the others. */
export const fewRowsOf = <Row extends ResultRow>(
  context: QueryContext,
  statement: Statement<Row>,
  options: QueryOptions,
): Promise<readonly Row[]> => rowsOf(context, statement, { ...options, light: true });

/** Which events are meant. */
export interface Who {
  readonly product?: string | undefined;
  readonly platform?: string | undefined;
  readonly sample: Inclusion;
  readonly bots: Inclusion;
  readonly dev: Inclusion;
  /** Events of servers, reported with a service token. */
  readonly trusted?: Inclusion | undefined;
}

/** Milliseconds since 1970, `to` exclusive. */
export type Span = Pick<Period, 'from' | 'to'>;

/** A page outside is ''. In the first row, without pages, `moves` is the sum of all moves. `whole`: false where rows of the asked span have expired. */
export interface MoveRow extends ResultRow {
  readonly from_page: string | null;
  readonly to_page: string | null;
  readonly moves: number;
  readonly whole: boolean;
}

/** What the paths of a period are made of: either span may be empty. */
export interface PathSources {
  /** Whose transitions are counted already. */
  readonly hours: Span;
  /** Whose transitions are counted out of rows. */
  readonly rows: Span;
}

/** A field with its most frequent values; in one row with the name null, the number of events that were looked at. */
export interface PropertyRow extends ResultRow {
  readonly name: string | null;
  readonly events: number;
  readonly values: number;
  readonly common: readonly string[];
}

/** A cell with its clicks; in the first row, without x and y, the clicks of all cells. */
export interface ClicksRow extends ResultRow {
  readonly x: number | null;
  readonly y: number | null;
  /** Of the asked width. */
  readonly clicks: number;
  /** Of every width, in the first row. */
  readonly narrow: number;
  readonly medium: number;
  readonly wide: number;
  /** The median height of the pages of the asked width, in the first row. */
  readonly height: number | null;
}

/** What happened in a minute (counted from the beginning of the span), or of a kind and key; without any of them, in the last minutes. */
export interface LiveRow extends ResultRow {
  readonly minute: number | null;
  readonly kind: number | null;
  readonly key: string | null;
  readonly events: number;
  readonly people: number;
}

/** Whose moves from page to page are asked for, and how many of the most frequent. */
export interface MovesParams extends Who {
  readonly top: number;
}

/** An event as it is stored. */
export interface LatestRow extends ResultRow {
  readonly id: string;
  readonly received: number;
  readonly time: number;
  readonly product: string;
  readonly kind: number;
  readonly key: string;
  readonly data: string | null;
  readonly platform: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  readonly user_id: string | null;
  readonly flags: number;
}

export interface UsageStatements {
  /** Since when rows are kept (ms since 1970), and whether a span of whole hours has sample data of these. */
  counted(who: Who, hours: Span): Statement<{ rows_from: number; sample: boolean }>;
  scope(): Statement<{ events: number; first: number | null; last: number | null; sample: boolean }>;
  /** Platforms, those with the most events first. */
  platforms(limit: number): Statement<{ platform: string }>;
  /** Products by name that begin with `search` and come after `after`. */
  products(search: string, after: string, limit: number): Statement<{ product: string }>;
  /** The hour before which transitions are counted already, in ms since 1970. */
  countedTo(): Statement<{ to: number }>;
  paths(params: MovesParams, sources: PathSources): Statement<MoveRow>;
  /** The cells with the most clicks first; one more than an answer holds, so that it shows where there are more. */
  clicks(params: QueryParams<'getUsageHeatmap'>, period: Period): Statement<ClicksRow>;
  keys(
    params: QueryParams<'listUsageKeys'> & { readonly masked?: boolean },
    period: Period,
  ): Statement<{ kind: number; key: string; events: number; timed: number; last: number }>;
  properties(params: QueryParams<'listUsageProperties'>, period: Period): Statement<PropertyRow>;
  /**
   * Activity of a span: by minute, by kind and key, and of the minutes from one on. One statement, since what it reads and who that is of is the
   * same.
   * @param options `active`: that minute; `keys`: how many kinds and keys, those with the most events
   */
  live(who: Who, span: Span, options: { readonly active: number; readonly keys: number }): Statement<LiveRow>;
  /** The events that were received last, since a time, of those that happened in a span; the newest first. */
  latest(
    who: Who,
    span: Span,
    options: {
      readonly since: number;
      readonly kind: number | undefined;
      readonly search: string | undefined;
      /** Of somebody who sees numbers and addresses masked: a search finds none, or its answers would tell them. */
      readonly masked: boolean;
      readonly limit: number;
    },
  ): Statement<LatestRow>;
}
