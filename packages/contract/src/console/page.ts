/** Schemas of paginated lists and of values in queries and answers. Times are milliseconds since 1970. */
import * as v from 'valibot';

/** An integer of a query, where values are text. */
export const queryNumber = (least: number, most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(least),
    v.maxValue(most),
  );

/** Rows per page, 1 to 200. */
export const limit = v.optional(queryNumber(1, 200), 50);

/** The `next` of the previous page; opaque. */
export const cursor = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,600}$/)));

/** The prefix of the names to find; case-sensitive. */
export const beginning = v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{1,64}$/u)));

/** Milliseconds since 1970. */
export const moment = queryNumber(0, 8_640_000_000_000_000);

/** A boolean of a query. */
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

/** An operator's words for the audit log. */
export const reason = v.pipe(v.string(), v.trim(), v.regex(/^(?:(?!\n)[^\p{C}]|\n){1,500}$/u));
