/** One act for several people, one after another. */
import type { PersonRow } from '@rollcall/contract/console';
import { type Refused, refusedOf, worthRetrying } from '../client/refused.ts';

export interface Results {
  readonly done: readonly PersonRow[];
  readonly refused: readonly { readonly person: PersonRow; readonly by: Refused }[];
  /** Whose call was given up or got no answer: the act may have happened. */
  readonly unknown: readonly PersonRow[];
  readonly untried: readonly PersonRow[];
}

/** Each is an act of its own in the audit log, and one that is refused keeps no other back. */
export const oneByOne = async (
  whom: readonly PersonRow[],
  signal: AbortSignal,
  call: (person: PersonRow) => Promise<unknown>,
): Promise<Results> => {
  const done: PersonRow[] = [];
  const refused: { person: PersonRow; by: Refused }[] = [];
  const unknown: PersonRow[] = [];
  for (const [index, person] of whom.entries()) {
    if (signal.aborted) return { done, refused, unknown, untried: whom.slice(index) };
    try {
      await call(person);
      done.push(person);
    } catch (thrown) {
      const by = refusedOf(thrown);
      // A busy server has done nothing.
      if (signal.aborted || (worthRetrying(by) && by.name !== 'TooBusy')) unknown.push(person);
      else refused.push({ person, by });
    }
  }
  return { done, refused, unknown, untried: [] };
};
