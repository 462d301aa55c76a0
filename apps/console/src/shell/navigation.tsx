/** Every view by its name, in the order of the rail. */
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Role } from '../client/calls.ts';
import { hasRole } from '../session/current-operator.ts';
import { useWords } from '../console-context.ts';
import css from './shell.module.css';
import { type ShellWords, shellWords } from './words.ts';

interface Place {
  readonly page: keyof ShellWords['pages'];
  readonly to: NonNullable<LinkProps['to']>;
  readonly role?: Role;
}
interface Group {
  readonly group?: keyof ShellWords['groups'];
  readonly places: readonly Place[];
}

const groups: readonly Group[] = [
  { places: [{ page: 'overview', to: '/console' }] },
  {
    group: 'accounts',
    places: [
      { page: 'people', to: '/console/people' },
      { page: 'trouble', to: '/console/trouble', role: 'support' },
      { page: 'agreements', to: '/console/agreements' },
      { page: 'verification', to: '/console/human-verification' },
      { page: 'messages', to: '/console/messages' },
    ],
  },
  {
    group: 'usage',
    places: [
      { page: 'trend', to: '/console/usage' },
      { page: 'live', to: '/console/usage/live' },
      { page: 'unique', to: '/console/usage/unique' },
      { page: 'funnel', to: '/console/usage/funnel' },
      { page: 'retention', to: '/console/usage/retention' },
      { page: 'time', to: '/console/usage/time' },
      { page: 'paths', to: '/console/usage/paths' },
      { page: 'clicks', to: '/console/usage/clicks' },
    ],
  },
  {
    group: 'monitor',
    places: [
      { page: 'calls', to: '/console/monitor' },
      { page: 'vitals', to: '/console/monitor/vitals' },
      { page: 'errors', to: '/console/monitor/errors' },
      { page: 'resources', to: '/console/monitor/resources' },
      { page: 'alerts', to: '/console/monitor/alerts' },
    ],
  },
  {
    group: 'house',
    places: [
      { page: 'data', to: '/console/data', role: 'support' },
      { page: 'operators', to: '/console/operators', role: 'admin' },
      { page: 'audit', to: '/console/audit', role: 'admin' },
    ],
  },
];

/** Views with views below them of their own are only current on their own address. */
const exact = new Set<string>(['/console', '/console/usage', '/console/monitor']);

export function Navigation({ role, onGo }: { role: Role; onGo?: () => void }) {
  const words = useWords(shellWords);
  return (
    <nav aria-label={words.navigation}>
      {groups.map(({ group, places }) => {
        const open = places.filter(place => place.role === undefined || hasRole(role, place.role));
        if (open.length === 0) return null;
        return (
          <div className={css.group} key={group ?? 'first'}>
            {group ? <h2>{words.groups[group]}</h2> : null}
            <ul>
              {open.map(({ page, to }) => (
                <li key={page}>
                  <Link
                    to={to}
                    activeOptions={{ exact: exact.has(to), includeSearch: false }}
                    activeProps={{ 'aria-current': 'page' }}
                    {...(onGo ? { onClick: onGo } : {})}
                  >
                    {words.pages[page]}
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
