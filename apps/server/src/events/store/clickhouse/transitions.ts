/** Transitions from page to page, in ClickHouse's SQL; see `../rollups.ts`. */
import { PATH_GAP } from '../rollups.ts';
import { HOUR } from '../tables.ts';

/**
 * A SELECT of the transitions from page to page among the views in a relation: hour, product, platform, flags, from_page,
 * to_page, transitions. A path is of one person on one platform; half an hour without a view ends it. Outside is ''.
 *
 * @param source holds the views half an hour around those that are counted, too; its `person` has to be resolved (`peopleOf`)
 * @param counted condition on `time` that holds for the views that are counted
 */
export const transitionsOf = (source: string, counted: string): string => `
  SELECT intDiv(time, ${HOUR}) AS hour, product, place AS platform, flags, from_page, to_page, toInt64(count()) AS transitions
  FROM (
    SELECT time, product, place, flags, step.1 AS from_page, step.2 AS to_page
    FROM (
      SELECT time, product, place, flags,
        arrayConcat(
          [(if(before_time IS NOT NULL AND time - before_time <= ${PATH_GAP}, before, ''), key)],
          if(after_time IS NULL OR after_time - time > ${PATH_GAP}, [(key, '')], [])
        ) AS steps
      FROM (
        SELECT time, product, place, flags, key,
          lagInFrame(key) OVER path AS before,
          lagInFrame(toNullable(time)) OVER path AS before_time,
          leadInFrame(toNullable(time)) OVER path AS after_time
        FROM (SELECT time, sequence, id, product, ifNull(platform, '') AS place, flags, key, person
              FROM ${source} WHERE kind = 1 AND person IS NOT NULL)
        WINDOW path AS (PARTITION BY product, person, place, flags ORDER BY time, sequence, toUInt128(id)
                        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
      )
      WHERE ${counted}
    )
    ARRAY JOIN steps AS step
  )
  GROUP BY hour, product, platform, flags, from_page, to_page`;
