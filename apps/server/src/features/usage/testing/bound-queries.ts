/** For tests and benches: the queries as methods, so that a store and the naive one are asked alike. */
import { funnel } from '../queries/funnel.ts';
import { heatmap } from '../queries/heatmap.ts';
import { keys, listProducts, properties, scope } from '../queries/keys.ts';
import { live } from '../queries/live.ts';
import { paths } from '../queries/paths.ts';
import type { QueryContext } from '../queries/statements.ts';
import { timeSpent } from '../queries/time-spent.ts';
import { trend } from '../queries/trend.ts';
import { retention, users } from '../queries/users.ts';

const queries = {
  scope,
  listProducts,
  trend,
  live,
  users,
  funnel,
  retention,
  timeSpent,
  paths,
  heatmap,
  keys,
  properties,
};

/** Each query without its context. */
export type BoundQueries = {
  readonly [Name in keyof typeof queries]: (typeof queries)[Name] extends (
    context: QueryContext,
    ...rest: infer Rest
  ) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

type Query = (context: QueryContext, ...rest: never[]) => unknown;

export const bindQueries = (context: QueryContext): BoundQueries =>
  Object.fromEntries(
    Object.entries<Query>(queries).map(([name, query]) => [
      name,
      (...rest: never[]) => query(context, ...rest),
    ]),
  ) as unknown as BoundQueries;
