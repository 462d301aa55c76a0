import { expect, it } from 'vitest';
import { type PlanNode, scannedIn } from './plan.ts';

const scan = (type: string, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': type,
  'Relation Name': 'people',
  ...more,
});
const over = (type: string, ...plans: PlanNode[]): PlanNode => ({ 'Node Type': type, Plans: plans });
const partial = new Set(['people_open']);

it.each<[string, PlanNode, readonly string[]]>([
  ['a scan of a table', scan('Seq Scan'), ['people']],
  ['a scan under a limit', over('Limit', scan('Seq Scan')), ['people']],
  ['an index by a condition', scan('Index Scan', { 'Index Cond': 'id = 1' }), []],
  ['a whole index', over('Aggregate', scan('Index Only Scan')), ['people']],
  ['a whole index that has some rows', scan('Index Scan', { 'Index Name': 'people_open' }), []],
  ['the first of an index', over('Limit', scan('Index Scan')), []],
  ['the first of what is sorted', over('Limit', over('Sort', scan('Index Scan'))), ['people']],
  ['a bitmap of everything', over('Result', scan('Bitmap Heap Scan')), ['people']],
  ['a bitmap by a condition', scan('Bitmap Heap Scan', { 'Recheck Cond': 'id = 1' }), []],
])('%s', (_, plan, tables) => {
  expect(scannedIn(plan, partial)).toEqual(tables);
});
