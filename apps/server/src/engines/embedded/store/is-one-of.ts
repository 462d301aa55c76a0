/** The condition that a column is one of values, and null where there are none. */
import { literal } from './literal.ts';

export const isOneOf = (column: string, values: readonly (string | bigint)[]): string =>
  `${column} in (${values.map(value => (typeof value === 'string' ? literal(value) : value)).join(', ') || 'null'})`;
