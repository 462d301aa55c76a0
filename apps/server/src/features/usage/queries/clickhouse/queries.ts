/** The queries in ClickHouse's SQL. */
import type { QueryClient } from '../../../../events/store/query-client.ts';
import { StoreQueries } from '../queries.ts';
import type { UsageStatements } from '../statements.ts';
import { funnel } from './funnel.ts';
import { clicks } from './heatmap.ts';
import { counted, keys, platforms, products, properties, scope } from './keys.ts';
import { live } from './live.ts';
import { paths, countedSpans } from './paths.ts';
import { timeSpent } from './time-spent.ts';
import { trend } from './trend.ts';
import { retention, users } from './users.ts';

const statements: UsageStatements = {
  counted,
  scope,
  platforms,
  products,
  trend,
  users,
  retention,
  funnel,
  timeSpent,
  countedSpans,
  paths,
  clicks,
  keys,
  properties,
  live,
};

export class ClickHouseQueries extends StoreQueries {
  /** @param now milliseconds since 1970 */
  constructor({ client, now }: { readonly client: QueryClient; readonly now: () => number }) {
    super({ client, now, statements });
  }
}
