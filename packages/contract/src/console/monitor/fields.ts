/** The fields that the queries of monitoring share. */
import * as v from 'valibot';
import { PID } from '../../fields.ts';
import { moment } from '../page.ts';

/** Milliseconds since 1970. */
export const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8_640_000_000_000_000));

export const count = v.pipe(v.number(), v.minValue(0));

export const product = v.pipe(v.string(), v.regex(PID));

export const release = v.pipe(v.string(), v.regex(/^[\w.+-]{1,64}$/));

export const page = v.pipe(v.string(), v.maxLength(200));

/** Maximum days of a query's period. */
export const MONITOR_DAYS = 31;

const DAY = 86_400_000;

export const range = { product, from: moment, to: moment };

export const inOrder = <T extends { from: number; to: number }>(): v.GenericValidation<T> =>
  v.forward(
    v.check<T, string>(
      ({ from, to }) => from < to && to - from <= MONITOR_DAYS * DAY,
      `"from" is before "to", by ${MONITOR_DAYS} days at most`,
    ),
    // valibot's path type cannot follow a generic key.
    ['from'] as never,
  );
