/** What each person did, as one sorted list of numbers, in ClickHouse's SQL: to sort rows takes several times as long. */
import { joinsOf, type NamedColumns } from './people.ts';

export interface Lists {
  /** Expression of an unsigned number of a row of `events`, by which a list is sorted; its highest bits are the time. */
  readonly number: string;
  /** Bits of the number below the time. */
  readonly below: number;
  /** Condition on rows of `events`. */
  readonly where: string;
  /** Condition on rows that are read: whether they are in a list. @default all are */
  readonly listed?: string;
  /** Names where a row is, as a person is named: by 64 bits. A person has a list for each. @default they have one list */
  readonly place?: string;
  /** Of rows `e`, what those of one place have in common. */
  readonly columns?: NamedColumns;
}

/**
 * A SELECT of the columns and of `list`, one for each person and place; rows of no one are in none. A device's rows are brought together before
 * it is looked up among the joins, so that there is one look-up for all; what it did after the join is then taken from its list.
 *
 * A person and a place are one number together: to group by several columns takes twice as long.
 */
export const listsOfPeople = ({
  number,
  below,
  where,
  listed = 'true',
  place = 'toUInt64(0)',
  columns = [],
}: Lists): string => `
  SELECT ${columns.map(({ as }) => `any(r.its_${as}) AS ${as}, `).join('')}arraySort(groupArrayArray(own)) AS list
  FROM (
    SELECT ${columns.map(({ as }) => `its_${as}, `).join('')}place, if(j.joined = 1, j.user, l.who) AS person,
           if(j.joined = 1, arrayFilter(each -> toInt64(bitShiftRight(each, ${below})) <= j.time, l.all), l.all) AS own
    FROM (
      SELECT ${columns.map(({ sql, as }) => `any(${sql}) AS its_${as}, `).join('')}any(${place}) AS place,
             any(assumeNotNull(e.person)) AS who, groupArrayIf(${number}, ${listed}) AS all
      FROM events AS e WHERE ${where} AND e.person IS NOT NULL
      GROUP BY bitXor(reinterpretAsUInt64(assumeNotNull(e.person)), ${place})
    ) AS l
    LEFT ANY JOIN ${joinsOf()} AS j ON l.who = j.device
  ) AS r
  WHERE notEmpty(own) GROUP BY bitXor(reinterpretAsUInt64(person), place)`;
