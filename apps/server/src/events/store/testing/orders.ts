/**
 * Tells in which order writes that ran at the same time took effect: one that explains what each answered, and what is there at the end.
 * If there is none, something was lost, counted twice or left over.
 */
import type { Subject } from '../../record/subject.ts';
import type { StoredEvent } from '../../record/stored-event.ts';

export type Change =
  | { readonly load: readonly StoredEvent[] }
  | { readonly erase: Subject }
  | { readonly eraseSample: true }
  /** Milliseconds since 1970. */
  | { readonly expire: number };

export interface Write {
  readonly change: Change;
  /** It took effect between these moments, if it did. */
  readonly begun: number;
  readonly ended: number;
  /** What the store answered; undefined where the answer was lost. */
  readonly answer: number | undefined;
  /** Its process ended, so it may have had no effect. */
  readonly doubtful: boolean;
}

export const isOf = (subject: Subject, event: StoredEvent): boolean =>
  'user' in subject ? event.user === subject.user : event.device === subject.device;

/** The rows of a store as a set, with what it remembers of others. */
export class Rows {
  readonly kept = new Map<string, StoredEvent>();
  /** Ids that would not be loaded again. */
  readonly known = new Set<string>();
  /** What the sums of all hours add up to: they keep what has expired. */
  counted = 0;

  /** @returns what a store answers, and what takes it back */
  apply(change: Change): { readonly answer: number; readonly undo: () => void } {
    if ('load' in change) {
      const added = change.load.filter(event => {
        if (this.known.has(event.id)) return false;
        this.known.add(event.id);
        this.kept.set(event.id, event);
        return true;
      });
      this.counted += added.length;
      const undo = () => {
        for (const { id } of added) {
          this.known.delete(id);
          this.kept.delete(id);
        }
        this.counted -= added.length;
      };
      return { answer: change.load.length - added.length, undo };
    }
    const goes = (event: StoredEvent): boolean =>
      'erase' in change
        ? isOf(change.erase, event)
        : 'expire' in change
          ? event.time < change.expire
          : event.sample === true;
    const gone = [...this.kept.values()].filter(goes);
    const counts = 'expire' in change ? 0 : gone.length;
    for (const { id } of gone) {
      this.kept.delete(id);
      // Sample data is made again with the same ids.
      if ('eraseSample' in change) this.known.delete(id);
    }
    this.counted -= counts;
    const undo = () => {
      for (const event of gone) {
        this.kept.set(event.id, event);
        this.known.add(event.id);
      }
      this.counted += counts;
    };
    return { answer: gone.length, undo };
  }
}

/**
 * @param rows before the writes; after them, if an order was found
 * @param right whether the rows are what the store has at the end
 * @returns the writes that took effect, in their order; undefined where no order explains them
 */
export const findOrder = (
  rows: Rows,
  writes: readonly Write[],
  right: (rows: Rows) => boolean,
): readonly Write[] | undefined => {
  if (writes.length === 0) return right(rows) ? [] : undefined;
  const soonest = Math.min(...writes.map(({ ended }) => ended));
  for (const write of writes) {
    if (write.begun > soonest) continue;
    const rest = writes.filter(other => other !== write);
    const { answer, undo } = rows.apply(write.change);
    if (write.answer === undefined || write.answer === answer) {
      const found = findOrder(rows, rest, right);
      if (found) return [write, ...found];
    }
    undo();
    if (write.doubtful) {
      const found = findOrder(rows, rest, right);
      if (found) return found;
    }
  }
  return undefined;
};
