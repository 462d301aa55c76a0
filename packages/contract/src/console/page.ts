/** The form of lists: a page at a time, from a cursor on, with what a query may ask. Times are milliseconds since 1970. */
import * as v from 'valibot';

/** A whole number out of a query, where everything is text. */
export const queryNumber = (least: number, most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(least),
    v.maxValue(most),
  );

/** Rows of a page; 50 unless told. */
export const limit = v.optional(queryNumber(1, 200), 50);

/** Where the page before ended (its `next`). It says nothing to anybody else. */
export const cursor = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,600}$/)));

/** Milliseconds since 1970. */
export const moment = queryNumber(0, 8_640_000_000_000_000);

/** Yes or no out of a query. */
export const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])]),
  v.transform(given => given === true || given === 'true'),
);

/** A page of rows; `next` is null on the last. */
export const pageOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ items: v.array(item), next: v.nullable(v.string()) });

export const uuid = v.pipe(v.string(), v.regex(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/));

/** A time in an answer: milliseconds since 1970. */
export const time = v.pipe(v.number(), v.integer());
export const count = v.pipe(v.number(), v.integer());
export const text = v.string();
export const maybeText = v.nullable(text);
export const maybeTime = v.nullable(time);
