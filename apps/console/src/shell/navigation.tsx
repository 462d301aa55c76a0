/** The navigation: an entry for each view that has one, by group. */
import { type AnyRoute, Link, type LinkProps, useRouter } from '@tanstack/react-router';
import type { Role } from '../client/calls.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { hasRole } from '../session/current-operator.ts';
import { groups, type View } from '../view.ts';
import type { KeptFilters } from './kept-filters.ts';
import css from './navigation.module.css';
import { shellWords } from './words.ts';

type Entry = View['navigation'] & Pick<View, 'path'>;

/** The entries of a route and of the routes below it, in the order of the route tree. */
const entriesOf = (route: AnyRoute): readonly Entry[] => {
  const view = route.options.staticData?.view;
  const own = view?.navigation ? [{ path: view.path, ...view.navigation }] : [];
  const below = Object.values((route.children ?? {}) as Readonly<Record<string, AnyRoute>>);
  return [...own, ...below.flatMap(entriesOf)];
};

export function Navigation({ role, filters, onGo }: { role: Role; filters: KeptFilters; onGo?: () => void }) {
  const words = useWords(shellWords);
  const { language } = useConsoleContext();
  const entries = entriesOf(useRouter().routeTree).filter(
    entry => entry.role === undefined || hasRole(role, entry.role),
  );
  return (
    <nav aria-label={words.navigation}>
      {groups.map(group => {
        const ofGroup = entries.filter(entry => entry.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <div className={css.group} key={group}>
            {group === 'start' ? null : <h2>{words.groups[group]}</h2>}
            <ul>
              {ofGroup.map(({ path, title }) => (
                <li key={path}>
                  <Link
                    to={path as NonNullable<LinkProps['to']>}
                    search={(filters[group] ?? {}) as never}
                    activeOptions={{
                      // where another entry's path is below this one, only the exact path is current
                      exact: entries.some(other => other.path.startsWith(`${path}/`)),
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
          </div>
        );
      })}
    </nav>
  );
}
