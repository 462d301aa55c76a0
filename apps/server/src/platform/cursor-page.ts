/** Keyset pagination: a cursor contains the sort keys of a page's last row, so the cost of a page does not depend on its position. */
import * as v from 'valibot';
import { refuse } from './refusal.ts';

/** The cursor of a page whose last row has these keys. */
export const writeCursor = (keys: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

/**
 * Reads the keys of a cursor; undefined without one.
 * @throws the refusal InvalidRequest (field cursor) if it is malformed or of another list
 */
export const readCursor = <S extends v.GenericSchema>(
  form: S,
  cursor: string | undefined,
): v.InferOutput<S> | undefined => {
  if (cursor === undefined) return undefined;
  let keys: unknown;
  try {
    keys = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    keys = undefined;
  }
  const checked = v.safeParse(form, keys);
  if (!checked.success) throw refuse('InvalidRequest', { data: { field: 'cursor' } });
  return checked.output;
};

/**
 * @param rows up to `limit` + 1 rows; the extra row shows that there is a next page
 * @param keysOf sort keys of a row, for the cursor
 */
export const pageOf = <R, T>(
  rows: readonly R[],
  limit: number,
  keysOf: (row: R) => readonly unknown[],
  item: (row: R) => T,
): { items: T[]; next: string | null } => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(item),
    next: rows.length > limit && last !== undefined ? writeCursor(keysOf(last)) : null,
  };
};
