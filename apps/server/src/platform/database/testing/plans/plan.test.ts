import { expect, it } from 'vitest';
import { type PlanNode, readIn } from './plan.ts';

const scan = (type: string, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': type,
  'Relation Name': 'people',
  ...more,
});
const over = (type: string, ...plans: PlanNode[]): PlanNode => ({ 'Node Type': type, Plans: plans });
const limit = (rows: number, plan: PlanNode): PlanNode => ({
  ...over('Limit', plan),
  'Actual Loops': 1,
  'Actual Rows': rows,
});
const indexes = new Map([
  ['people_open', { table: 'people', first: 'at', partial: true }],
  ['people_name', { table: 'people', first: "(said ->> 'name'::text)", partial: false }],
]);
const byName = { 'Index Name': 'people_name', 'Index Cond': "((said ->> 'name'::text) = 'id'::text)" };
const byId = { 'Index Name': 'people_name', 'Index Cond': "(id = 'said name'::text)" };
const ran = { 'Actual Loops': 3, 'Actual Rows': 2, 'Rows Removed by Filter': 5 };
const all = Number.POSITIVE_INFINITY;

it.each<[string, PlanNode, number]>([
  ['a scan, whatever ended it', scan('Seq Scan', ran), all],
  ['a scan that a limit ended early, with what its filter removed', limit(1, scan('Seq Scan', ran)), 21],
  ['a scan under a limit that found nothing', limit(0, scan('Seq Scan', ran)), all],
  ['a scan into the hash of a limited join', limit(1, over('Hash', scan('Seq Scan', ran))), all],
  ['rows that an index does not tell apart', scan('Index Scan', { ...byName, ...ran }), 21],
  [
    'a bitmap, with what a recheck removed and the entries of its index',
    {
      ...scan('Bitmap Heap Scan', {
        ...ran,
        'Recheck Cond': 'x',
        'Actual Loops': 1,
        'Rows Removed by Index Recheck': 1,
      }),
      Plans: [{ 'Node Type': 'Bitmap Index Scan', ...byName, 'Actual Loops': 1, 'Actual Rows': 9 }],
    },
    17,
  ],
  [
    'an index by its later column, of which the plan counts no row',
    scan('Index Scan', { ...byId, ...ran }),
    all,
  ],
  ['a scan that was not run', scan('Seq Scan'), all],
  ['a scan under a limit that was not run', over('Limit', scan('Seq Scan')), all],
  ['an index by a condition that was not run', scan('Index Scan', byName), 0],
  ['a whole index that was not run', over('Aggregate', scan('Index Only Scan')), all],
  ['a whole index that has some rows', scan('Index Scan', { 'Index Name': 'people_open' }), 0],
  ['the first of an index', over('Limit', scan('Index Scan')), 0],
  ['the first of what is sorted', over('Limit', over('Sort', scan('Index Scan'))), all],
  ['a bitmap of everything', over('Result', scan('Bitmap Heap Scan')), all],
])('%s', (_, plan, rows) => {
  expect(readIn(plan, indexes)).toEqual(new Map([['people', rows]]));
});
