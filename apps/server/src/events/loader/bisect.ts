/** Finds the records of a batch whose content cannot be stored. */
import { ContentError } from '../record/content-error.ts';

interface RejectedItem<Item> {
  readonly item: Item;
  readonly error: ContentError;
}

/**
 * Halves a list until each failing record is alone.
 * @param attempt rejects with `ContentError` where one of the records can't be stored; it may be called with the same records
 * again
 * @throws what `attempt` rejects with otherwise
 */
export const bisect = async <Item>(
  items: readonly Item[],
  attempt: (items: readonly Item[]) => Promise<unknown>,
): Promise<{ readonly accepted: readonly Item[]; readonly rejected: readonly RejectedItem<Item>[] }> => {
  if (items.length === 0) return { accepted: [], rejected: [] };
  try {
    await attempt(items);
    return { accepted: items, rejected: [] };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const [item] = items;
    if (items.length === 1 && item !== undefined) return { accepted: [], rejected: [{ item, error }] };
  }
  const middle = Math.ceil(items.length / 2);
  const first = await bisect(items.slice(0, middle), attempt);
  const second = await bisect(items.slice(middle), attempt);
  return {
    accepted: [...first.accepted, ...second.accepted],
    rejected: [...first.rejected, ...second.rejected],
  };
};
