/** What an operator wrote and has not saved: kept in the tab, so that a session that ends or a reload loses nothing. */
import type { DraftText } from './draft.ts';

export interface KeptDraft {
  readonly code: string;
  readonly pid: string;
  readonly text: DraftText;
  /** The draft's revision that it changes: saving over a later one is a Conflict. */
  readonly revision: number;
  /** When it was written last, in milliseconds since 1970. */
  readonly at: number;
}

/** @param operator others who sign in in this tab do not see it */
const keyOf = (operator: string, code: string, pid: string): string =>
  `rollcall.draft ${JSON.stringify([operator, code, pid])}`;

/** @param edited the document that the editor was opened for, `code` empty for a new one */
export const readKept = (
  operator: string,
  edited: { readonly code: string; readonly pid: string },
): KeptDraft | undefined => {
  try {
    const kept = sessionStorage.getItem(keyOf(operator, edited.code, edited.pid));
    return kept === null ? undefined : (JSON.parse(kept) as KeptDraft);
  } catch {
    // Without storage nothing is kept.
    return undefined;
  }
};

/** @param kept undefined: forgets it */
export const keep = (
  operator: string,
  edited: { readonly code: string; readonly pid: string },
  kept: KeptDraft | undefined,
): void => {
  const key = keyOf(operator, edited.code, edited.pid);
  try {
    if (kept) sessionStorage.setItem(key, JSON.stringify(kept));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is full or denied; the page still asks before it is left.
  }
};
