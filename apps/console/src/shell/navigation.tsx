/** The navigation: an entry for each view that has one, in groups that open. */
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import type { Role } from '../client/calls.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { type Group, groups } from '../view.ts';
import { groupOf, useEntries } from './entries.ts';
import type { KeptFilters } from './kept-filters.ts';
import { Mark } from './marks.tsx';
import css from './navigation.module.css';
import { useOpenGroup } from './open-group.ts';
import { shellWords } from './words.ts';

/**
 * @param props.first the group that is open first. Default: that of the view
 * @param props.onGo called when the person follows a link
 */
export function Navigation(props: {
  role: Role;
  filters: KeptFilters;
  first?: Group | undefined;
  onGo?: () => void;
}) {
  const { role, filters, first, onGo } = props;
  const words = useWords(shellWords);
  const { language } = useConsoleContext();
  const id = useId();
  const entries = useEntries(role);
  const path = useRouterState({
    select: state => state.resolvedLocation?.pathname ?? state.location.pathname,
  });
  const current = groupOf(entries, path);
  const { open, toggle } = useOpenGroup(first ?? (current === 'start' ? undefined : current));
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
              {group === 'start' ? <Mark of="start" /> : null}
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
        const shown = open === group;
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
                <Mark of={group} />
                <span>{words.groups[group]}</span>
              </button>
            </h2>
            {list(group, shown)}
          </div>
        );
      })}
    </nav>
  );
}
