/** The navigation: an entry for each view that has one, in groups that open. */
import { type AnyRoute, Link, type LinkProps, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import type { Role } from '../client/calls.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { hasRole } from '../session/current-operator.ts';
import { type Group, groups, type View } from '../view.ts';
import type { KeptFilters } from './kept-filters.ts';
import css from './navigation.module.css';
import { useOpenGroups } from './open-groups.ts';
import { shellWords } from './words.ts';

type Entry = View['navigation'] & Pick<View, 'path'>;

/** The entries of a route and of the routes below it, in the order of the route tree. */
const entriesOf = (route: AnyRoute): readonly Entry[] => {
  const view = route.options.staticData?.view;
  const own = view?.navigation ? [{ path: view.path, ...view.navigation }] : [];
  const below = Object.values((route.children ?? {}) as Readonly<Record<string, AnyRoute>>);
  return [...own, ...below.flatMap(entriesOf)];
};

/** The group that a path belongs to: that of the entry with the longest path above it. */
const groupOf = (entries: readonly Entry[], path: string): Group | undefined =>
  entries
    .filter(entry => path === entry.path || path.startsWith(`${entry.path}/`))
    .reduce<Entry | undefined>(
      (longest, entry) => (longest && longest.path.length >= entry.path.length ? longest : entry),
      undefined,
    )?.group;

export function Navigation({ role, filters, onGo }: { role: Role; filters: KeptFilters; onGo?: () => void }) {
  const words = useWords(shellWords);
  const { language } = useConsoleContext();
  const id = useId();
  const entries = entriesOf(useRouter().routeTree).filter(
    entry => entry.role === undefined || hasRole(role, entry.role),
  );
  const path = useRouterState({
    select: state => state.resolvedLocation?.pathname ?? state.location.pathname,
  });
  const current = groupOf(entries, path);
  const { open, toggle } = useOpenGroups(current);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // the rail, and the drawer on a phone, may be longer than the window
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
    // once for each view that is gone to, not where a group is opened
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [path]);
  const list = (group: Group, shown: boolean) => (
    <ul id={`${id}${group}`} hidden={!shown}>
      {entries
        .filter(entry => entry.group === group)
        .map(({ path: to, title }) => (
          <li key={to}>
            <Link
              to={to as NonNullable<LinkProps['to']>}
              search={(filters[group] ?? {}) as never}
              activeOptions={{
                // where another entry's path is below this one, only the exact path is current
                exact: entries.some(other => other.path.startsWith(`${to}/`)),
                includeSearch: false,
              }}
              activeProps={{ 'aria-current': 'page' }}
              {...(onGo ? { onClick: onGo } : {})}
            >
              {title[language]}
            </Link>
          </li>
        ))}
    </ul>
  );
  return (
    <nav ref={nav} aria-label={words.navigation}>
      {groups.map(group => {
        if (!entries.some(entry => entry.group === group)) return null;
        if (group === 'start')
          return (
            <div className={css.group} key={group}>
              {list(group, true)}
            </div>
          );
        const shown = open.includes(group);
        return (
          <div className={css.group} key={group}>
            <h2>
              <button
                type="button"
                aria-expanded={shown}
                aria-controls={`${id}${group}`}
                data-current={group === current ? '' : undefined}
                onClick={() => toggle(group)}
              >
                {words.groups[group]}
              </button>
            </h2>
            {list(group, shown)}
          </div>
        );
      })}
    </nav>
  );
}
