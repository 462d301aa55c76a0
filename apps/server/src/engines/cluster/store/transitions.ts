/** Transitions from page to page, in ClickHouse's SQL; see `../rollups.ts`. */
import { PATH_GAP } from '../../../events/store/counting.ts';
import { listsOfPeople } from './lists.ts';

/** Bits of the parts of a view's number, but for the time, which has the others. */
const bits = { sequence: 54, id: 128, page: 32 } as const;
const above = { time: bits.sequence + bits.id + bits.page, sequence: bits.id + bits.page, id: bits.page };

/** A SELECT of the list of the pages of views; '' stands for outside. */
export const namesOf = (views: string): string =>
  `SELECT arrayConcat([''], groupUniqArrayIf(key, key != '')) FROM events WHERE ${views}`;

/**
 * A SELECT of the transitions from page to page: what is asked for, from_page, to_page, transitions. A path is of one person on one
 * platform; half an hour without a view ends it. Outside is ''.
 *
 * The views of a path are one sorted list of numbers of time, sequence number, id and page, from the highest bit on: sorting rows with their
 * texts takes several times as long. Pages are numbered by their place in `names`; a page that is loaded after these were read has none, and its
 * views count as not loaded yet.
 *
 * @param where condition on `events` of the views that are counted, and of those half an hour around them, too
 * @param counted condition on `time` that holds for the views that are counted
 * @param by expressions of `time`, `product`, `platform` and `flags`, with names, for each of which transitions are counted apart
 */
export const transitionsOf = (
  where: string,
  counted: string,
  by: readonly { readonly sql: string; readonly as: string }[] = [],
): string => {
  const views = `${where} AND kind = 1`;
  const names = by.map(({ as }) => `${as}, `).join('');
  const columns = by.length === 0 ? [] : placeColumns;
  const lists = listsOfPeople({
    number: `${VIEW} + (${PAGE} AS page)`,
    below: above.time,
    where: views,
    listed: 'page > 0',
    place: PLACE,
    columns,
  });
  return `
  SELECT ${names}names[from_number + 1] AS from_page, names[to_number + 1] AS to_page, transitions
  FROM (
    WITH (${namesOf(views)}) AS names
    SELECT names, ${by.map(({ sql, as }) => `${sql} AS ${as}, `).join('')}from_number, to_number, toInt64(count()) AS transitions
    FROM (
      SELECT ${columns.map(({ as }) => `${as}, `).join('')}
        arrayMap(each -> toInt64(bitShiftRight(each, ${above.time})), list) AS at,
        arrayMap(each -> toUInt32(bitAnd(each, ${2 ** bits.page - 1})), list) AS pages,
        arrayMap(apart -> apart <= ${PATH_GAP}, arrayPopFront(arrayDifference(at))) AS near,
        arrayMap((page, goes_on) -> if(goes_on, page, 0), arrayPushFront(arrayPopBack(pages), 0), arrayPushFront(near, false)) AS before,
        arrayFilter((time, goes_on) -> NOT goes_on, at, arrayPushBack(near, false)) AS ends,
        arrayFilter((page, goes_on) -> NOT goes_on, pages, arrayPushBack(near, false)) AS last,
        arrayConcat(at, ends) AS times, arrayConcat(before, last) AS froms, arrayResize(pages, length(times)) AS tos
      FROM (${lists})
    )
    ARRAY JOIN times AS time, froms AS from_number, tos AS to_number
    WHERE ${counted}
    GROUP BY ${names}from_number, to_number
  )`;
};

/** A number of a view but for its page. */
const VIEW = `bitShiftLeft(toUInt256(bitShiftLeft(toUInt128(time), ${bits.sequence}) + toUInt64(sequence + ${2 ** 53})), ${above.sequence})
  + bitShiftLeft(toUInt256(toUInt128(id)), ${above.id})`;
const PAGE = 'transform(key, names, range(toUInt32(length(names))), toUInt32(0))';
/** Where a path is. */
const placeColumns = [
  { sql: 'e.product', as: 'product' },
  { sql: "ifNull(e.platform, '')", as: 'platform' },
  { sql: 'e.flags', as: 'flags' },
] as const;
const PLACE = "cityHash64(e.product) + 3 * cityHash64(ifNull(e.platform, '')) + 5 * e.flags";
