/** Reads what PostgreSQL did for a statement, as `explain analyze` tells it. */

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  /** Absent where the statement was not run; these are means of the loops. */
  readonly 'Actual Loops'?: number;
  readonly 'Actual Rows'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface Index {
  readonly table: string;
  /** The first column or expression, as PostgreSQL writes it. */
  readonly first: string;
  /** Has some rows of its table only. */
  readonly partial: boolean;
}

/**
 * Whether the condition on an index leaves out a part of it. One on later columns alone reads the whole index, without a row that the plan
 * counts; PostgreSQL 18 can skip in it, older ones cannot.
 */
const narrows = (condition: string, index: Index | undefined): boolean =>
  withoutTexts(condition).includes(withoutTexts(index?.first ?? ''));

const withoutTexts = (sql: string): string => sql.replaceAll(/'(?:[^']|'')*'/g, "''");

/**
 * Whether a step reads the whole table or index, whatever it read this time: it was not run, or ended early, because another step found
 * nothing.
 */
const readsAll = (node: PlanNode, index: Index | undefined, limited: boolean): boolean => {
  const run = (node['Actual Loops'] ?? 0) > 0;
  switch (node['Node Type'].replace('Index Only', 'Index')) {
    case 'Seq Scan':
      return !(limited && run);
    case 'Bitmap Heap Scan':
      return node['Recheck Cond'] === undefined;
    case 'Index Scan':
    case 'Bitmap Index Scan':
      if (index?.partial === true) return false;
      return node['Index Cond'] === undefined ? !limited : !narrows(node['Index Cond'], index);
    default:
      return false;
  }
};

/** Whether a limit ends what is below a step early. A sort or a sum reads all, and a limit that found nothing ended nothing. */
const limitsBelow = (node: PlanNode, limited: boolean): boolean =>
  node['Node Type'] === 'Limit'
    ? !(node['Actual Loops'] !== undefined && node['Actual Loops'] > 0 && node['Actual Rows'] === 0)
    : limited && !/^(?:Sort|Aggregate|WindowAgg|Hash)$/.test(node['Node Type']);

/**
 * How many rows of each table a plan reads, those that a filter removes included; infinite where it reads the whole table or index.
 * @param indexes by name
 */
export const readIn = (
  node: PlanNode,
  indexes: ReadonlyMap<string, Index>,
  limited = false,
): ReadonlyMap<string, number> => {
  const index = indexes.get(node['Index Name'] ?? '');
  const table = node['Relation Name'] ?? index?.table;
  const read = new Map<string, number>();
  const add = (name: string, rows: number) => read.set(name, (read.get(name) ?? 0) + rows);
  if (table !== undefined && node['Node Type'].endsWith('Scan')) {
    const rows =
      (node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0);
    add(
      table,
      readsAll(node, index, limited) ? Number.POSITIVE_INFINITY : rows * (node['Actual Loops'] ?? 0),
    );
  }
  for (const plan of node.Plans ?? [])
    for (const [name, rows] of readIn(plan, indexes, limitsBelow(node, limited))) add(name, rows);
  return read;
};
