/**
 * The rail folded to its marks: on a desk where the operator folds it, and in a window too narrow for words beside a table.
 * Each group's mark opens the navigation at that group.
 */
import { Seal } from '@rollcall/ui';
import { Link, useRouterState } from '@tanstack/react-router';
import type { Role } from '../client/calls.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { view as overviewView } from '../overview/overview.view.ts';
import { type Group, groups } from '../view.ts';
import { groupOf, useEntries } from './entries.ts';
import { Mark } from './marks.tsx';
import css from './narrow-rail.module.css';
import { shellWords } from './words.ts';

export function NarrowRail(props: {
  role: Role;
  /** Called with the group that is opened, and the button that gets the focus back. */
  onOpen: (group: Group | undefined, button: HTMLButtonElement) => void;
  onFind: () => void;
  onUnfold: () => void;
}) {
  const { role, onOpen, onFind, onUnfold } = props;
  const { language } = useConsoleContext();
  const words = useWords(shellWords);
  const entries = useEntries(role);
  const current = groupOf(entries, useRouterState({ select: state => state.location.pathname }));
  const title = overviewView.navigation.title[language];
  return (
    <nav className={css.narrow} aria-label={words.navigation}>
      <Link
        to="/console"
        activeOptions={{ exact: true, includeSearch: false }}
        aria-label={title}
        title={title}
      >
        <Seal form="outline" />
      </Link>
      <button type="button" aria-label={words.find} title={words.find} onClick={onFind}>
        <Mark of="search" />
      </button>
      {groups
        .filter(group => group !== 'start' && entries.some(entry => entry.group === group))
        .map(group => {
          const name = words.groups[group as Exclude<Group, 'start'>];
          return (
            <button
              key={group}
              type="button"
              aria-haspopup="dialog"
              aria-label={name}
              title={name}
              data-current={group === current ? '' : undefined}
              onClick={event => onOpen(group, event.currentTarget)}
            >
              <Mark of={group} />
            </button>
          );
        })}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={words.menu}
        title={words.menu}
        onClick={event => onOpen(undefined, event.currentTarget)}
      >
        <Mark of="menu" />
      </button>
      <button
        className={css.unfold}
        type="button"
        data-folds=""
        aria-label={words.unfold}
        title={words.unfold}
        onClick={onUnfold}
      >
        <Mark of="unfold" />
      </button>
    </nav>
  );
}
