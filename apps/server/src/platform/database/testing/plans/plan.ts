/** Reads what PostgreSQL would do for a statement. */

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * The tables of which a plan reads every row: by a scan of the table, or of a whole index without a limit.
 * @param partial names of indexes that have some rows of their table only
 */
export const scannedIn = (
  node: PlanNode,
  partial: ReadonlySet<string>,
  limited = false,
): readonly string[] => {
  const type = node['Node Type'];
  const table = node['Relation Name'];
  const reads = {
    'Seq Scan': true,
    'Bitmap Heap Scan': node['Recheck Cond'] === undefined,
    'Index Scan': node['Index Cond'] === undefined && !partial.has(node['Index Name'] ?? '') && !limited,
  }[type.replace('Index Only', 'Index')];
  // A sort or a sum reads all that is below it, whatever limit is above it.
  const below = type === 'Limit' || (limited && !/^(?:Sort|Aggregate|WindowAgg)$/.test(type));
  return [
    ...(reads && table !== undefined ? [table] : []),
    ...(node.Plans ?? []).flatMap(plan => scannedIn(plan, partial, below)),
  ];
};
