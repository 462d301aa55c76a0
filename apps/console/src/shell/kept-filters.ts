/** The filters that stay when the operator goes from view to view of a group, for as long as the console is open. */
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { parseSearch } from '../search-params/search-params.ts';
import type { Group } from '../view.ts';

export type Filters = Readonly<Record<string, string | string[]>>;
export type KeptFilters = Readonly<Partial<Record<Group, Filters>>>;

/** The search parameters that views of a group have in common. */
const shared: Readonly<Partial<Record<Group, readonly string[]>>> = {
  usage: ['platform', 'sample', 'bots', 'dev', 'period', 'from', 'to'],
  monitor: ['period', 'from', 'to'],
};

/**
 * The filters after a view was shown.
 * @param known the names of the view's parameters; others of the group stay as they were
 * @param search the view's address; what it leaves out has its default
 */
export const keptAfter = (
  before: KeptFilters,
  group: Group | undefined,
  known: readonly string[],
  search: string,
): KeptFilters => {
  const names = group && shared[group];
  if (!names) return before;
  const written = parseSearch(search);
  const filters: Record<string, string | string[]> = {};
  for (const name of names) {
    const value = known.includes(name) ? written[name] : before[group]?.[name];
    if (value !== undefined) filters[name] = value;
  }
  if (JSON.stringify(filters) === JSON.stringify(before[group] ?? {})) return before;
  return { ...before, [group]: filters };
};

/** The filters to go on with, by group. */
export function useKeptFilters(): KeptFilters {
  const shown = useRouterState({ select: state => state.matches[state.matches.length - 1] });
  const search = useRouterState({ select: state => state.resolvedLocation?.searchStr ?? '' });
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname });
  const [kept, setKept] = useState<KeptFilters>({});
  const group = shown?.staticData.view?.navigation?.group;
  const next =
    shown?.pathname === path ? keptAfter(kept, group, Object.keys(shown?.search ?? {}), search) : kept;
  if (next !== kept) setKept(next);
  return next;
}
