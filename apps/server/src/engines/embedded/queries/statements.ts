/** The statements of the queries, in DuckDB's SQL. */
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { clicks } from './heatmap.ts';
import { counted, keys, platforms, products, properties, scope } from './keys.ts';
import { latest, live } from './live.ts';
import { countedTo, paths } from './paths.ts';

export const duckStatements: UsageStatements = {
  counted,
  scope,
  platforms,
  products,
  countedTo,
  paths,
  clicks,
  keys,
  properties,
  latest,
  live,
};
