/** The entries of the navigation, which the command palette finds too. */
import { type AnyRoute, useRouter } from '@tanstack/react-router';
import type { Role } from '../client/calls.ts';
import { hasRole } from '../session/current-operator.ts';
import type { Group, View } from '../view.ts';

export type Entry = NonNullable<View['navigation']> & Pick<View, 'path'>;

/** The entries of a route and of the routes below it, in the order of the route tree. */
const entriesOf = (route: AnyRoute): readonly Entry[] => {
  const view = route.options.staticData?.view;
  const own = view?.navigation ? [{ path: view.path, ...view.navigation }] : [];
  const below = Object.values((route.children ?? {}) as Readonly<Record<string, AnyRoute>>);
  return [...own, ...below.flatMap(entriesOf)];
};

/** The entries that a role sees. */
export const useEntries = (role: Role): readonly Entry[] =>
  entriesOf(useRouter().routeTree).filter(entry => entry.role === undefined || hasRole(role, entry.role));

/** The group that a path belongs to: that of the entry with the longest path above it. */
export const groupOf = (entries: readonly Entry[], path: string): Group | undefined =>
  entries
    .filter(entry => path === entry.path || path.startsWith(`${entry.path}/`))
    .reduce<Entry | undefined>(
      (longest, entry) => (longest && longest.path.length >= entry.path.length ? longest : entry),
      undefined,
    )?.group;
