/** What rows of `events` add to each rollup, as SQL over any relation of that form. */
import { DURATION_STEPS, HOUR, PATH_GAP } from '../../../events/store/counting.ts';
import type { RollupTable } from './tables.ts';

/** Kinds that say that a person was there: custom events, views and clicks, not the library's own records. */
const ACTIVITY = 'kind <= 2';

const hourOf = `(time // ${HOUR})::integer as hour`;
const place = `product, coalesce(platform, '') as platform`;

const contributions: Readonly<Record<Exclude<RollupTable, 'transitions'>, (source: string) => string>> = {
  hourly: source => `
    select ${hourOf}, ${place}, kind, key, flags, count(*) as events, count(duration) as timed,
           coalesce(sum(duration), 0) as duration
    from ${source} group by all`,
  durations: source => `
    select ${hourOf}, ${place}, kind, key, flags,
           floor(ln(duration + 1) * ${DURATION_STEPS})::smallint as step, count(*) as events
    from ${source} where duration is not null group by all`,
  active_persons: source => `
    select ${hourOf}, ${place}, flags, person, identified, count(*) as events, min(time) as first_at
    from ${source} where person is not null and ${ACTIVITY} group by all`,
};

/** The rollups that need nothing but the rows themselves. */
export const plainRollups = Object.keys(contributions) as readonly (keyof typeof contributions)[];

/**
 * A SELECT of what a relation of events adds to a table, to be inserted by name.
 * @param sign -1 to take it back
 */
export const contribution = (table: keyof typeof contributions, source: string, sign: 1 | -1 = 1): string =>
  sign === 1
    ? contributions[table](source)
    : `select * replace (${negated(table)}) from (${contributions[table](source)})`;

const negated = (table: keyof typeof contributions): string =>
  (table === 'hourly' ? ['events', 'timed', 'duration'] : ['events'])
    .map(name => `-${name} as ${name}`)
    .join(', ');

/**
 * A SELECT of the transitions from page to page among the views in a relation: hour, product, platform, flags, from_page,
 * to_page, transitions. A path is of one person on one platform; half an hour without a view ends it. Outside is ''.
 *
 * @param source holds the views half an hour around those that are counted, too; its `person` has to be resolved (`peopleOf`)
 * @param counted condition on `time` that holds for the views that are counted
 * @param sign -1 to take them back
 */
export const transitionsOf = (source: string, counted: string, sign: 1 | -1 = 1): string => `
  with views as (
    select time, product, platform, flags, key,
           lag(key) over path as before, lag(time) over path as before_time, lead(time) over path as after_time
    from (select * replace (coalesce(platform, '') as platform) from ${source}
          where kind = 1 and person is not null)
    window path as (partition by product, person, platform, flags order by time, sequence, id)
  ), steps as (
    select time, product, platform, flags,
           case when time - before_time <= ${PATH_GAP} then before else '' end as from_page, key as to_page
    from views
    union all
    select time, product, platform, flags, key, '' from views
    where after_time is null or after_time - time > ${PATH_GAP}
  )
  select ${hourOf}, product, platform, flags, from_page, to_page, ${sign} * count(*) as transitions
  from steps where ${counted} group by all`;
