/** Which groups of the navigation are open. Remembered in the browser; the group of the current view opens when one goes there. */
import { useEffect, useState } from 'react';
import { type Group, groups } from '../view.ts';

const KEY = 'rollcall-console-groups';
/** What is open in a browser that was not here before: where most help begins. */
const AT_FIRST: readonly Group[] = ['people'];

/** The groups that a stored text names; those of a first visit where it is none of ours. */
export const readGroups = (stored: string | null): readonly Group[] => {
  if (stored === null) return AT_FIRST;
  const names = stored.split(' ');
  return groups.filter(group => names.includes(group));
};

const remembered = (): readonly Group[] => {
  try {
    return readGroups(localStorage.getItem(KEY));
  } catch {
    // the browser keeps nothing for this site
    return AT_FIRST;
  }
};

const remember = (open: readonly Group[]): void => {
  try {
    localStorage.setItem(KEY, open.join(' '));
  } catch {
    // as above: the groups stay open until the page is left
  }
};

const withGroup = (open: readonly Group[], group: Group | undefined): readonly Group[] =>
  group === undefined || open.includes(group) ? open : [...open, group];

/** @param current the group of the view that is shown; undefined: none */
export function useOpenGroups(current: Group | undefined) {
  const [open, setOpen] = useState(() => withGroup(remembered(), current));
  const [shown, setShown] = useState(current);
  if (current !== shown) {
    setShown(current);
    setOpen(withGroup(open, current));
  }
  useEffect(() => remember(open), [open]);
  return {
    open,
    toggle: (group: Group) =>
      setOpen(open.includes(group) ? open.filter(one => one !== group) : [...open, group]),
  };
}
