/** What the engines' SQL writes differently in the statements of questions, which are written once for all of them. */
import type { Values } from '../../../events/store/query-client.ts';
import type { Axis } from '../queries/period.ts';
import type { Span, Who } from '../queries/statements.ts';

/** SQL, and the values that it names. */
export interface Fragment {
  readonly sql: string;
  readonly values: Values;
}

export interface QuestionDialect {
  /** A value of the statement, by its name. */
  text(name: string): string;
  integer(name: string): string;
  number(name: string): string;
  /** In lower case, letters beyond ASCII included. */
  lower(text: string): string;
  /** Whether a text has a part. */
  contains(text: string, part: string): string;
  /** Whether a text has a match of a regular expression. */
  matches(text: string, pattern: string): string;
  /** The beginning of a text. */
  cut(text: string, characters: number): string;
  /** What names a field of an object in `field…` below. */
  fieldName(field: string): string;
  /** A field of the object in a column of JSON as text, null where it is missing. @param name SQL of what `fieldName` says */
  fieldText(column: string, name: string, field: string): string;
  /** The same as a number, null where it is none. */
  fieldNumber(column: string, name: string): string;
  /** The value at the place ⌈percent × n⌉ of the sorted values. */
  discrete(value: string, percent: number): string;
  /** The value of the row that is first by some columns, of those with a value. */
  first(value: string, by: readonly string[]): string;
  last(value: string, by: readonly string[]): string;
  /** A window function: the value of the latest row before that has one. */
  latest(value: string): string;
  /** That may be missing, also of rows that a join does not find. */
  optional(column: string): string;
  isIn(value: string, select: string): string;
  /** A number as text. */
  string(value: string): string;
  /** The value at a place of some, in their order; the first is 1. */
  sorted(values: readonly string[], place: number): string;
  /** A whole number as floating point. */
  float(value: string): string;
  /** An event's id as something that is ordered as its text. */
  readonly id: string;
  /** Columns of `events` that `people` needs beside `person` and `time`. */
  readonly who: readonly string[];
  /** Begins a relation that is used several times: `with name … (`. */
  readonly as: string;
  /** The hour of a time, since 1970. */
  hour(time: string): string;
  /** The number of the point of an axis. @param hour SQL of hours since 1970 */
  point(axis: Axis, hour: string): string;
  /** A condition on rows of `events` of some products and platforms. */
  rows(who: Who): Fragment;
  /** A condition on rows of `hourly`. */
  hours(who: Who): Fragment;
  /**
   * A relation of sums of what took time: `kind`, `key`, `step` of the histogram, `times` and `duration`. A row may
   * have one of the two alone, the other is 0 there.
   */
  durations(who: Who, span: Span): Fragment;
  /** A relation with `person` resolved, null of no one. @param source with `person`, `time` and `identified` */
  people(source: string): string;
  /** A relation of `point` and `person` of who was active, out of sums; rows may come twice. */
  active(who: Who, span: Span, axis: Axis): Fragment;
  /** A relation of `person` and `first_time`, when they were active for the first time ever, out of sums: ms since 1970. @param to up to when at least */
  firsts(who: Omit<Who, 'platform'>, to: number): Fragment;
}
