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
 * A SELECT of the columns and of `list`, one for each person and place; rows of no one are in none. A device's rows without a user are brought
 * together before it is looked up among the joins: by rows, each with its columns, that takes several times as long. What it did after the
 * join is taken from its list then.
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
}: Lists): string => {
  const its = columns.map(({ as }) => `its_${as}, `).join('');
  const rows = `events AS e WHERE ${where} AND e.person IS NOT NULL AND (${listed})`;
  const who = 'assumeNotNull(e.person)';
  const before = `arrayFilter(each -> toInt64(bitShiftRight(each, ${below})) <= j.time, l.all)`;
  return `
  SELECT ${columns.map(({ as }) => `any(its_${as}) AS ${as}, `).join('')}arraySort(groupArray(number)) AS list
  FROM (
    SELECT ${columns.map(({ sql, as }) => `${sql} AS its_${as}, `).join('')}${place} AS place, ${who} AS who, ${number} AS number
    FROM ${rows} AND e.user_id IS NOT NULL
    UNION ALL
    SELECT ${its}place, if(j.joined = 1, j.user, l.who) AS who, arrayJoin(if(j.joined = 1, ${before}, l.all)) AS number
    FROM (
      SELECT ${columns.map(({ sql, as }) => `any(${sql}) AS its_${as}, `).join('')}any(${place}) AS place, any(${who}) AS who,
             groupArray(${number}) AS all
      FROM ${rows} AND e.user_id IS NULL GROUP BY bitXor(reinterpretAsUInt64(${who}), ${place})
    ) AS l
    LEFT ANY JOIN ${joinsOf()} AS j ON l.who = j.device
  )
  GROUP BY bitXor(reinterpretAsUInt64(who), place)`;
};
