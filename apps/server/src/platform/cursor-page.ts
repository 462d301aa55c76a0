/**
 * Keyset pagination: a cursor contains the sort keys of a page's last row, so the cost of a page does not depend on its
 * position. Keys may be values that the reader of a list must not see, so cursors are encrypted.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { refuse } from './refusal.ts';

const CIPHER = 'aes-256-gcm';
/** Bytes of the nonce and of the authentication tag. */
const NONCE = 12;
const TAG = 16;

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
  const seal = (scope: Buffer, text: string): string => {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(CIPHER, keys[0], nonce).setAAD(scope);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  };
  const openWith = (key: Buffer, scope: Buffer, bytes: Buffer): unknown => {
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE))
        .setAAD(scope)
        .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
      return JSON.parse(text.toString());
    } catch {
      return undefined;
    }
  };
  const open = (scope: Buffer, cursor: string): unknown => {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length <= NONCE + TAG) return undefined;
    for (const key of keys) {
      const value = openWith(key, scope, bytes);
      if (value !== undefined) return value;
    }
    return undefined;
  };

  return (...scope: readonly string[]): Cursors => {
    const bound = Buffer.from(JSON.stringify(scope));
    const write: Cursors['write'] = keys => seal(bound, JSON.stringify(keys));
    return {
      write,
      read: (form, cursor) => {
        if (cursor === undefined) return undefined;
        const checked = v.safeParse(form, open(bound, cursor));
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
