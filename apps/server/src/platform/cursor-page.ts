/** Pages of a list by keyset: a cursor says what the last row was sorted by, so that a later page costs no more. */
import * as v from 'valibot';
import { refuse } from './refusal.ts';

/** The cursor of a page whose last row has these keys. */
export const writeCursor = (keys: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

/**
 * What a cursor says; undefined where there is none.
 * @throws the refusal InvalidRequest, field cursor, where it is none of ours or of another list.
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
 * @param rows one more than `limit`, where there are more
 * @param keysOf what the next page begins after
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
