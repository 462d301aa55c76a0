/**
 * The set of points of an axis at which each person was there, as bits, in DuckDB's SQL. One row a person: to make rows of person and point distinct
 * takes three times as long.
 */
import { peopleOf } from '../store/joins.ts';
import { HOUR } from '../../../events/store/counting.ts';
import type { Axis } from '../../../features/usage/queries/period.ts';
import type { Where } from '../../../features/usage/queries/where.ts';
import { pointOf } from './point.ts';

/** Points in one column, a BIGINT above zero. */
const BITS = 62;
/** Points above which distinct rows of person and point take less time and memory: most people are there at a few. */
export const MOST_POINTS = 3 * BITS;

export class PointSets {
  readonly #axis: Axis;
  readonly #points: number;

  /** @param last the last point that is told */
  constructor(axis: Axis, last = axis.last) {
    this.#axis = axis;
    this.#points = last - axis.first + 1;
  }

  /** Names of the columns of bits. */
  get columns(): readonly string[] {
    return Array.from({ length: Math.ceil(this.#points / BITS) }, (_, n) => `points${n}`);
  }

  /** The place of an hour's point among the bits. @param hour SQL of hours since 1970 */
  place(hour: string): string {
    return `(${pointOf(this.#axis, hour)} - ${this.#axis.first})::bigint`;
  }

  /**
   * A SELECT of `person`, resolved, and the columns of bits, in several rows for a person.
   * @param where of `active_persons`. Users are read apart: bringing them through the joins would take a tenth of the time.
   */
  rowsOfHours(where: Where): string {
    const place = `${this.place('hour')} as place`;
    return `${this.#select} from (select person, ${place} from active_persons where ${where.sql} and identified)
      union all
      ${this.#select} from ${peopleOf(
        `(select ${place}, first_at, person, identified from active_persons where ${where.sql} and not identified)`,
        'first_at',
      )}`;
  }

  /** As `rowsOfHours`. @param where of `events`, whose conditions take too long to be tried twice */
  rowsOfEvents(where: Where): string {
    return `${this.#select} from ${peopleOf(
      `(select ${this.place(`(time // ${HOUR})`)} as place, time, person, identified from events where ${where.sql})`,
    )}`;
  }

  /** Of rows with `person` and `place`. */
  get #select(): string {
    const { columns } = this;
    const bit = `1::bigint << place${columns.length > 1 ? ` % ${BITS}` : ''}`;
    const bits = columns.map(
      (name, n) =>
        `${columns.length > 1 ? `case when place // ${BITS} = ${n} then ${bit} else 0 end` : bit} as ${name}`,
    );
    return `select person, ${bits.join(', ')}`;
  }

  /** The aggregates that make one row of a person's rows. */
  get merged(): string {
    return this.columns.map(name => `bit_or(${name}) as ${name}`).join(', ');
  }

  /** Whether a person was there at all. */
  get any(): string {
    return this.columns.map(name => `${name} <> 0`).join(' or ');
  }

  /** 1 where a person was there at a place, else 0. @param place SQL of a place; beyond the last it is 0 */
  at(place: string): string {
    const { columns } = this;
    if (columns.length === 1) return `((points0 >> (${place})) & 1)`;
    const column = `case (${place}) // ${BITS} ${columns.map((name, n) => `when ${n} then ${name}`).join(' ')} else 0 end`;
    return `(((${column}) >> ((${place}) % ${BITS})) & 1)`;
  }

  /** A SELECT of `place` and `people` of the points at which there were people. @param people a relation with one row for each person */
  counts(people: string): string {
    const places = Array.from({ length: this.#points }, (_, n) => n);
    const sums = places.map(n => `sum((points${Math.floor(n / BITS)} >> ${n % BITS}) & 1)`);
    return `select * from (
        select unnest(range(${this.#points})) as place, unnest([${sums.join(', ')}]) as people from ${people}) where people > 0`;
  }
}
