/** Shared by all queries: the selection of rows, and the description of the period in the answer. */
import type { Inclusion } from '@rollcall/contract/console';
import type { QueryClient, QueryOptions } from '../../../events/store/query-client.ts';
import type { Value, Values } from '../../../events/store/protocol.ts';
import { flag, HOUR } from '../../../events/store/tables.ts';
import type { Period } from './period.ts';

/** The store's query client, and the clock (ms since 1970). */
export interface QueryContext {
  readonly client: QueryClient;
  readonly now: () => number;
}

export interface Who {
  readonly product?: string | undefined;
  readonly platform?: string | undefined;
  readonly sample: Inclusion;
  readonly bots: Inclusion;
  readonly dev: Inclusion;
}

/** Conditions of a statement, and the values that they name. */
export class Where {
  readonly #conditions: string[] = [];
  readonly #values: Record<string, Value> = {};

  and(condition: string, values: Values = {}): this {
    this.#conditions.push(condition);
    Object.assign(this.#values, values);
    return this;
  }

  get sql(): string {
    return this.#conditions.length === 0 ? 'true' : this.#conditions.join(' and ');
  }

  get values(): Values {
    return this.#values;
  }
}

const flagsOf = ({ sample, bots, dev }: Who): string | undefined => {
  let mask = 0;
  let wanted = 0;
  for (const [counted, bit] of [
    [sample, flag.sample],
    [bots, flag.bot],
    [dev, flag.dev],
  ] as const) {
    if (counted === 'with') continue;
    mask |= bit;
    if (counted === 'only') wanted |= bit;
  }
  return mask === 0 ? undefined : `(flags & ${mask}) = ${wanted}`;
};

/** Rows of these products and platforms, of any time. */
export const whereWho = (who: Who, options: { readonly platform?: boolean } = {}): Where => {
  const where = new Where();
  if (who.product !== undefined) where.and('product = $product', { product: who.product });
  if (who.platform !== undefined && options.platform !== false) {
    where.and('platform = $platform', { platform: who.platform });
  }
  const flags = flagsOf(who);
  return flags === undefined ? where : where.and(flags);
};

/** Rows of a table of rollups within a period. */
export const whereHours = (who: Who, { from, to }: Pick<Period, 'from' | 'to'>): Where =>
  whereWho(who).and(`hour >= ${from / HOUR} and hour < ${to / HOUR}`);

/** Events within a period. */
export const whereRows = (who: Who, { from, to }: Pick<Period, 'from' | 'to'>): Where =>
  whereWho(who).and(`time >= ${from} and time < ${to}`);

export interface CountedAnswer {
  readonly from: number;
  readonly to: number;
  readonly sample: boolean;
}
export interface KeptAnswer extends CountedAnswer {
  readonly rows_from: number | null;
}

/** Describes the period of an answer: whether it includes sample data, and since when rows are kept. */
export const counted = async (
  { client }: QueryContext,
  who: Who,
  { from, to }: Pick<Period, 'from' | 'to'>,
  options: QueryOptions,
): Promise<KeptAnswer> => {
  const where = whereHours(
    { ...who, sample: who.sample === 'without' ? 'without' : 'only' },
    {
      from: Math.floor(from / HOUR) * HOUR,
      to: Math.ceil(to / HOUR) * HOUR,
    },
  );
  const [row] = await client.query<{ rows_from: number; sample: boolean }>(
    `select (select value from meta where name = 'rows_from') as rows_from,
            ${who.sample === 'without' ? 'false' : `exists (select 1 from hourly where ${where.sql})`} as sample`,
    who.sample === 'without' ? {} : where.values,
    options,
  );
  const rowsFrom = row?.rows_from ?? 0;
  return { from, to, sample: row?.sample ?? false, rows_from: rowsFrom > from ? rowsFrom : null };
};

/** The same for answers from rollups alone, which are not deleted. */
export const countedRollups = async (...params: Parameters<typeof counted>): Promise<CountedAnswer> => {
  const { from, to, sample } = await counted(...params);
  return { from, to, sample };
};
