/**
 * The keys of the frame: Ctrl+K and `/` open the command palette, `?` shows all keys, `g` and a letter go to a view, `j` and `k`
 * go down and up a list. None acts while somebody types, composes with an input method, or has a dialog open.
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Role } from '../client/calls.ts';
import { useEntries } from './entries.ts';
import type { KeptFilters } from './kept-filters.ts';
import { jumps } from './jumps.ts';
import { singleKeysAct } from './single-keys.ts';

export type FrameDialog = 'palette' | 'keys';

/** Milliseconds after `g` in which a letter goes to a view. */
const JUMP_WITHIN = 1_500;

const writes = 'input:not([type=checkbox], [type=radio]), textarea, select, [role=combobox], [role=textbox]';

/** Whether a key belongs to what has the focus, or to an input method. */
export const isTaken = (event: KeyboardEvent): boolean => {
  const { target } = event;
  // some browsers name a key of an input method by its code alone
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return true;
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(writes));
};

/** Moves the focus to the next or previous row of the lists in the view: to its link, or else its first button. */
const step = (by: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr')].flatMap(row => {
    const place = row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('button');
    return place ? [{ row, place }] : [];
  });
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by;
  rows[next]?.place.focus();
};

/**
 * @param filters those with which the links of the navigation lead on
 * @param open opens a dialog of the frame; undefined: one is opening, and no key acts
 */
export function useKeys(
  role: Role,
  filters: KeptFilters,
  open: ((dialog: FrameDialog) => void) | undefined,
): void {
  const router = useRouter();
  const entries = useEntries(role);
  /** When `g` was pressed, as `event.timeStamp` tells it. */
  const jumping = useRef<number>(undefined);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!open || isTaken(event)) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      const jump = jumping.current !== undefined && event.timeStamp - jumping.current <= JUMP_WITHIN;
      // a modifier alone, as of a capital letter, is no second key
      if (!['Shift', 'Control', 'Meta', 'Alt'].includes(key)) jumping.current = undefined;
      const act = (): boolean => {
        if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') open('palette');
        else if (ctrlKey || metaKey || altKey || !singleKeysAct()) return false;
        else if (jump) {
          const entry = entries.find(({ path }) => path === jumps[key]);
          if (!entry) return false;
          void router.navigate({ to: entry.path, search: filters[entry.group] ?? {} } as never);
        } else if (key === 'g') jumping.current = event.timeStamp;
        else if (key === '/') open('palette');
        else if (key === '?') open('keys');
        else if (key === 'j') step(1);
        else if (key === 'k') step(-1);
        else return false;
        return true;
      };
      if (act()) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
