/** Values to query by: platforms, products, keys, and the fields of a key. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { counted, countedRollups } from './counted.ts';
import { kindName } from './kinds.ts';
import type { Answer, QueryParams } from './params.ts';
import { periodOf } from './period.ts';
import { fewRowsOf, type QueryContext, rowsOf } from './statements.ts';

/** Platforms of the scope: those with the most events. */
const PLATFORMS = 100;

export const scope = async (
  context: QueryContext,
  options: QueryOptions = {},
): Promise<Omit<Answer<'getUsageScope'>, 'until'>> => {
  const [totals, platforms] = await Promise.all([
    fewRowsOf(context, context.statements.scope(), options),
    fewRowsOf(context, context.statements.platforms(PLATFORMS), options),
  ]);
  const { events = 0, first = null, last = null, sample = false } = totals[0] ?? {};
  return {
    platforms: platforms.map(({ platform }) => platform).sort(),
    events,
    first: first === null ? null : first * HOUR,
    last: last === null ? null : last * HOUR,
    sample,
  };
};

/** Products with events whose names begin with `search` and come after `after`, by name. */
export const listProducts = async (
  context: QueryContext,
  { search, after, limit }: { readonly search: string; readonly after: string; readonly limit: number },
  options: QueryOptions = {},
): Promise<string[]> => {
  const rows = await fewRowsOf(context, context.statements.products(search, after, limit), options);
  return rows.map(({ product }) => product);
};

/** Keys that may contain a phone number or an e-mail address. */
export const PERSONAL = '1[3-9][0-9][ -]?[0-9]{4}[ -]?[0-9]{4}|@|%40';

/**
 * @param params `masked`: a search leaves out keys that contain a number or an address, which it would reveal part by part
 * @throws Refusal InvalidRequest by field
 */
export const keys = async (
  context: QueryContext,
  params: QueryParams<'listUsageKeys'> & { readonly masked?: boolean },
  options: QueryOptions = {},
): Promise<Answer<'listUsageKeys'>> => {
  const period = periodOf(params, context.now(), usageDays.day);
  const [notes, rows] = await Promise.all([
    countedRollups(context, params, period, options),
    rowsOf(context, context.statements.keys(params, period), options),
  ]);
  return {
    ...notes,
    keys: rows.map(({ kind, last, ...row }) => ({ kind: kindName(kind), ...row, last: last * HOUR })),
  };
};

/** Characters of a value that is listed, or names a group. */
export const NAME = 128;
/** Number of events that are sampled for their fields. */
export const LOOKED_AT = 5000;
/** Values of a field that are listed. */
export const COMMON = 5;

/** @throws Refusal InvalidRequest by field */
export const properties = async (
  context: QueryContext,
  params: QueryParams<'listUsageProperties'>,
  options: QueryOptions = {},
): Promise<Answer<'listUsageProperties'>> => {
  const period = periodOf(params, context.now(), usageDays.rows);
  const [notes, rows] = await Promise.all([
    counted(context, params, period, options),
    rowsOf(context, context.statements.properties(params, period), options),
  ]);
  return {
    ...notes,
    events: rows.find(row => row.name === null)?.events ?? 0,
    properties: rows.flatMap(({ name, events, values, common }) =>
      name === null ? [] : [{ name, events, values, common: [...common] }],
    ),
  };
};
