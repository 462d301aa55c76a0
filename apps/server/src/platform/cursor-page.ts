/**
 * Keyset pagination: a cursor contains the sort keys of a page's last row, so the cost of a page does not depend on its
 * position. Keys may be values that the reader of a list must not see, so cursors are encrypted.
 */
import * as v from 'valibot';
import { refuse } from './refusal.ts';
import { seal, unseal } from './seal.ts';

/** The cursors of one list in one order, for one reader. */
export interface Cursors {
  /** The cursor of a page whose last row has these keys. */
  write(keys: readonly unknown[]): string;
  /**
   * Reads the keys of a cursor; undefined without one.
   * @throws the refusal InvalidRequest (field cursor) if it is malformed, changed, or of another list, order or reader
   */
  read<S extends v.GenericSchema>(form: S, cursor: string | undefined): v.InferOutput<S> | undefined;
  /**
   * @param rows up to `limit` + 1 rows; the extra row shows that there is a next page
   * @param keysOf sort keys of a row, for the cursor
   */
  pageOf<R, T>(
    rows: readonly R[],
    limit: number,
    keysOf: (row: R) => readonly unknown[],
    item: (row: R) => T,
  ): { items: T[]; next: string | null };
}

/**
 * @param keys 32 bytes each, the same on every server of an installation; the first one writes, all are read
 * @returns a function that makes the cursors of a scope, such as a call, an order and a role. A cursor can be read in the
 * scope alone in which it was written.
 */
export const createCursors = (keys: readonly [Buffer, ...Buffer[]]) => {
  const open = (owner: string, cursor: string): unknown => {
    const bytes = Buffer.from(cursor, 'base64url');
    for (const key of keys) {
      const text = unseal(key, owner, bytes);
      if (text !== undefined) return JSON.parse(text);
    }
    return undefined;
  };

  return (...scope: readonly string[]): Cursors => {
    const owner = JSON.stringify(scope);
    const write: Cursors['write'] = values =>
      seal(keys[0], owner, JSON.stringify(values)).toString('base64url');
    return {
      write,
      read: (form, cursor) => {
        if (cursor === undefined) return undefined;
        const checked = v.safeParse(form, open(owner, cursor));
        if (!checked.success) throw refuse('InvalidRequest', { data: { field: 'cursor' } });
        return checked.output;
      },
      pageOf: (rows, limit, keysOf, item) => {
        const shown = rows.slice(0, limit);
        const last = shown.at(-1);
        return {
          items: shown.map(item),
          next: rows.length > limit && last !== undefined ? write(keysOf(last)) : null,
        };
      },
    };
  };
};
