/** The statements of the queries, in ClickHouse's SQL. */
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { funnel } from './funnel.ts';
import { clicks } from './heatmap.ts';
import { counted, keys, platforms, products, properties, scope } from './keys.ts';
import { live } from './live.ts';
import { countedTo, paths } from './paths.ts';
import { timeSpent } from './time-spent.ts';
import { trend } from './trend.ts';
import { retention, users } from './users.ts';

export const clickHouseStatements: UsageStatements = {
  counted,
  scope,
  platforms,
  products,
  trend,
  users,
  retention,
  funnel,
  timeSpent,
  countedTo,
  paths,
  clicks,
  keys,
  properties,
  live,
};
