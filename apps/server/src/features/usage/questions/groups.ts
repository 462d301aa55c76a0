/** Groups of a breakdown: the largest are listed, and everything together. */
import type { ResultRow } from '../../../events/store/query-client.ts';
import type { Asked } from './acts.ts';
import type { Params } from './params.ts';

/** What rows of a group bear. */
export interface GroupRow extends ResultRow {
  /** 1 in rows of everything together, else 0. */
  readonly everything: number;
  readonly b0?: string | null;
  readonly b1?: string | null;
  /** Groups that there are. */
  readonly groups?: number;
  readonly place?: number;
}

/** The columns of the breakdowns. */
export const dividedBy = (breakdowns: readonly unknown[]): readonly string[] =>
  breakdowns.map((_, n) => `b${n}`);

/** Whether a row is in a group; never null. @param by its values; undefined: everything */
export const isInGroup = (by: readonly (string | null)[] | undefined, params: Params): string =>
  (by ?? [])
    .map((value, n) => (value === null ? `b${n} is null` : `coalesce(b${n} = ${params.text(value)}, false)`))
    .join(' and ') || 'true';

/** Columns, each followed by a comma. */
export const listed = (columns: readonly string[]): string => columns.map(name => `${name}, `).join('');

/**
 * `group by` sets of some columns: of everything, and of each group.
 * @param sets columns beside those of the breakdowns, one list for each set
 * @returns the columns that tell the sets apart, and the clause
 */
export const grouped = (by: readonly string[], sets: readonly (readonly string[])[]) => {
  const all = [...sets, ...(by.length > 0 ? sets.map(set => [...by, ...set]) : [])];
  return {
    everything: by.length > 0 ? `grouping(${by[0]})` : '1',
    clause: `group by grouping sets (${all.map(set => `(${set.join(', ')})`).join(', ')})`,
  };
};

/**
 * The rows of the largest groups and of everything, with `place` and `groups`.
 * @param figures a SELECT with `everything` and the columns of the breakdowns
 * @param size a window's aggregate that is the same in all rows of a group, by which the groups are put in order
 */
export const largest = (
  figures: string,
  by: readonly string[],
  size: string,
  { question }: Asked,
): string => {
  if (by.length === 0) return `select *, 0 as place, 0 as groups from (${figures})`;
  const order = ['size desc nulls last', ...by.map(name => `${name} nulls last`)].join(', ');
  return `select * from (
      select *, max(place) over (partition by everything) as groups from (
        select *, dense_rank() over (partition by everything order by ${order}) as place from (
          select *, ${size} over (partition by everything, ${by.join(', ')}) as size from (${figures})
        )
      )
    ) where everything = 1 or place <= ${question.top}`;
};

/** Rows by their groups: everything first, then the largest. */
export const byGroups = <Row extends GroupRow>(
  rows: readonly Row[],
  by: readonly string[],
): readonly { readonly by: (string | null)[]; readonly rows: readonly Row[] }[] => {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const place = row.everything === 1 ? 0 : (row.place ?? 0);
    const group = groups.get(place);
    if (group) group.push(row);
    else groups.set(place, [row]);
  }
  if (!groups.has(0)) groups.set(0, []);
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([place, own]) => ({
      by: place === 0 ? [] : by.map(name => (own[0]?.[name] as string | null | undefined) ?? null),
      rows: own,
    }));
};

/** Groups that are not listed. */
export const moreGroups = (rows: readonly GroupRow[], { question }: Asked): number =>
  Math.max(0, ...rows.map(({ everything, groups = 0 }) => (everything === 1 ? 0 : groups - question.top)));
