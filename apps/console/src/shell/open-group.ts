/**
 * Which group of the navigation is open: one at a time, so that the whole of it fits into a low window. It is the group of the
 * current view, unless another was opened since; remembered in the browser.
 */
import { useState } from 'react';
import { type Group, groups } from '../view.ts';
import { readKept, writeKept } from './kept.ts';

const KEY = 'rollcall-console-groups';
/** What is open in a browser that was not here before: where most help begins. */
const AT_FIRST: Group = 'people';

/** The group that a stored text names, the first one of several; undefined: none is open. */
export const readGroup = (stored: string | null): Group | undefined =>
  stored === null ? AT_FIRST : groups.find(group => stored.split(' ').includes(group));

/** @param current the group of the view that is shown; undefined: none */
export function useOpenGroup(current: Group | undefined) {
  const [open, setOpen] = useState(() => current ?? readGroup(readKept(KEY)));
  const [shown, setShown] = useState(current);
  const keep = (group: Group | undefined) => {
    setOpen(group);
    writeKept(KEY, group ?? '');
  };
  if (current !== shown) {
    setShown(current);
    if (current !== undefined) setOpen(current);
  }
  return { open, toggle: (group: Group) => keep(open === group ? undefined : group) };
}
