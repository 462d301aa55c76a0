/**
 * The transitions from page to page. What a view adds to them depends on the views around it, so they are counted only once
 * few late events are expected any more (`countTransitions`); what comes, or goes, after that amends them.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { rangesAround, type TimeRange } from './hour-ranges.ts';
import { metaOf, setMeta } from './meta.ts';
import { rowsOf } from './statements.ts';
import { peopleOf } from './joins.ts';
import { insertRowsOf, type PersonRanges, RANGES } from './person-rows.ts';
import { transitionsOf } from './rollups.ts';
import { PATH_GAP, HOUR } from '../../../events/store/counting.ts';

/**
 * Hours after which few late events are expected: a page keeps what it could not send for seven days, and each later view has the paths of its
 * person counted again. Until then paths are counted whenever they are asked for.
 */
const LATE_HOURS = 2 * 24;
/** Persons whose ranges are worked out; more are read together in any case. */
const PEOPLE = 2000;
/** Ranges of time in which transitions are amended. */
const COUNTED = 100;
/** Ranges that one statement reads: each takes memory of its own. */
const RANGES_AT_ONCE = 8;
/** Hours that are counted in one transaction. */
const STEP_HOURS = 7 * 24;

/** The hour before which transitions can be counted. @param now milliseconds since 1970 */
export const countable = (now: number): number => Math.floor(now / HOUR) - LATE_HOURS;

/**
 * Counts the transitions of some of the hours before `last`, as far as they are not counted yet. Runs within the caller's transaction.
 * @returns whether all of them are counted
 */
export const countTransitions = async (writer: DuckDBConnection, last: number): Promise<boolean> => {
  let from = await metaOf(writer, 'watermark');
  if (from >= last) return true;
  // Nothing stands before the first view.
  const [first] = await rowsOf(
    writer,
    `select min(time) // ${HOUR} as hour from events where kind = 1 and time >= ${from * HOUR}`,
  );
  from = typeof first?.['hour'] === 'number' ? Math.max(from, Math.min(first['hour'], last)) : last;
  const to = Math.min(last, from + STEP_HOURS);
  const [start, end] = [from * HOUR, to * HOUR];
  const source = peopleOf(
    `(select * from events where time >= ${start - PATH_GAP} and time < ${end + PATH_GAP})`,
  );
  await writer.run(`insert into transitions ${transitionsOf(source, isIn({ from: start, to: end }))}`);
  await setMeta(writer, 'watermark', to);
  return to === last;
};

/**
 * Changes rows of `events` or joins of devices and with them the transitions that are counted already. Runs within the caller's
 * transaction.
 *
 * @param changed a SELECT of `person` (as in the rows) and `hour` of the views that come, go or change their person
 * @param views the relation of the rows that come, or a condition on those that go
 * @param change what changes the rows and puts `join_changes` into effect
 */
export const amendTransitions = async (
  writer: DuckDBConnection,
  changed: string,
  views: { readonly come: string } | { readonly go: string },
  change: () => Promise<unknown>,
): Promise<void> => {
  await writer.run(
    `create or replace temp table changed_hours as select distinct person, hour from (${changed})`,
  );
  let ranges = await countedRanges(writer, COUNTED);
  if (ranges.length > 0) {
    await writer.run(`create or replace temp table owners as ${owners}`);
    await writer.run(`create or replace temp table affected as ${affected}`);
    const merged = await countedRanges(writer, RANGES_AT_ONCE);
    const people = await rangesOfAffected(writer, hoursIn(merged));
    if (!people) ranges = merged;
    await writer.run('create or replace temp table amended as from transitions limit 0');
    const around = ranges.map(({ from, to }) => ({ from: from - PATH_GAP, to: to + PATH_GAP }));
    const columns = 'time, sequence, id, kind, product, platform, flags, key, person, identified';
    const isAffected = 'kind = 1 and person in (select person from affected)';
    const counted = ranges.map(isIn).join(' or ');
    // Where a person has only some of the views of a range, these add up to the same before and after.
    const amend = (sign: 1 | -1) =>
      writer.run(`insert into amended ${transitionsOf(peopleOf('around'), `(${counted})`, sign)}`);
    // Rows are read once, before the change; what it does to those that are found is done to these, too.
    await writer.run(`create or replace temp table around as select ${columns} from events limit 0`);
    if (people) {
      await insertRowsOf(writer, 'around', `select ${columns} from events where kind = 1 and`, people);
    } else {
      // Where the views are is found first: else every column is read of every row. By a SELECT for each range, since the database skips
      // what is outside of one range, and nothing between two.
      await writer.run(
        `insert into around select ${columns} from events where rowid in (${around
          .map(range => `select rowid from events where ${isAffected} and ${isIn(range)}`)
          .join(' union all ')})`,
      );
    }
    await amend(-1);
    await change();
    if ('come' in views) {
      await writer.run(`insert into around select ${columns} from ${views.come}
        where ${isAffected} and (${around.map(isIn).join(' or ')})`);
    } else await writer.run(`delete from around where ${views.go}`);
    await amend(1);
    // Most of what is taken back comes again: only hours that did change are merged.
    await writer.run(`create or replace temp table amended as
      select * replace (sum(transitions) as transitions) from amended group by all having sum(transitions) <> 0`);
    await writer.run('insert into transitions select * from amended');
    await writer.run('insert into dirty_hours select distinct hour from amended');
    for (const table of ['owners', 'affected', 'around', 'amended']) await writer.run(`drop table ${table}`);
  } else await change();
  await writer.run('drop table changed_hours');
};

/**
 * A SELECT of `person` and `hour` of activity whose person changes with `join_changes`, from the rollup, which has far fewer rows than
 * `events`. Where a join moves in time and stays with its user, only what lies between the two times changes.
 * @param range hours since 1970, `to` exclusive
 */
export const hoursOfChanges = (range: { readonly from: number; readonly to: number }): string => `
  select a.person, a.hour from active_persons a join (
    select c.device,
      case when j.person = c.person then least(j.time, c.time) else 0 end // ${HOUR} as since,
      case when j.person is null or c.person is null then ${range.to} else greatest(j.time, c.time) // ${HOUR} end as until
    from join_changes c left join joins j on j.device = c.device
    where j.person is distinct from c.person or j.time is distinct from c.time
  ) s on a.person = s.device
  where a.hour >= ${range.from} and a.hour < ${range.to} and a.hour between s.since and s.until`;

const isIn = ({ from, to }: TimeRange): string => `(time >= ${from} and time < ${to})`;

/**
 * The times in which views of `changed_hours` have to do with transitions that are counted and may be amended; the half hours around
 * one and another do not overlap, so that no view is read twice.
 */
const countedRanges = async (writer: DuckDBConnection, most: number): Promise<readonly TimeRange[]> => {
  const watermark = (await metaOf(writer, 'watermark')) * HOUR;
  // The neighbours of a row that has expired are not known any more, so what they added stays.
  const kept = await metaOf(writer, 'rows_from');
  // Nor are transitions taken back that an earlier version counted, without joins.
  const counted = (await metaOf(writer, 'paths_from')) * HOUR;
  const least = Math.max(kept === 0 ? 0 : kept + PATH_GAP, counted);
  const rows = await rowsOf(writer, 'select distinct hour from changed_hours order by hour');
  return rangesAround(
    rows.map(({ hour }) => Number(hour)),
    2 * PATH_GAP,
    most,
  )
    .map(({ from, to }) => ({
      from: Math.max(least, from + PATH_GAP),
      to: Math.min(watermark, to - PATH_GAP),
    }))
    .filter(({ from, to }) => from < to);
};

/**
 * Whose paths a change of views and joins can reach, by hour: the names of the changed hours, and the users that their devices are joined to,
 * before and after.
 */
const owners = `
  with linked as (
    select device, person from joins where device in (select person from changed_hours)
    union select device, person from join_changes where person is not null
  )
  select person as owner, hour from changed_hours
  union select l.person, c.hour from changed_hours c join linked l on l.device = c.person`;

/** The names in rows of the owners: their own, and those of all their devices. */
const affected = `
  select owner as person, owner from owners
  union select device, person from joins where person in (select owner from owners)
  union select device, person from join_changes where person in (select owner from owners)`;

/** Hours of everybody that one statement looks through while another of one person is made, and while it looks through an hour. */
const STATEMENT = 2;
const OWN_HOUR = 0.05;

/**
 * Of those in `affected`, when their views are that may be on changed paths: the hours around in which they were active.
 * @param hours that one statement of everybody would look through
 * @returns undefined where that takes less time
 */
const rangesOfAffected = async (
  writer: DuckDBConnection,
  hours: number,
): Promise<readonly PersonRanges[] | undefined> => {
  const rows = await rowsOf(
    writer,
    `select person::varchar as person, list(distinct hour order by hour) as hours
     from active_persons join affected using (person)
     where (owner, hour) in (select (owner, hour + unnest([-1, 0, 1])) from owners)
     group by person limit ${PEOPLE + 1}`,
  );
  if (rows.length > PEOPLE) return undefined;
  const people = rows.map(row => ({
    person: BigInt(String(row['person'])),
    ranges: rangesAround((row['hours'] as readonly number[]).map(Number), 0, RANGES),
  }));
  const cost = people
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, range) => sum + STATEMENT + OWN_HOUR * hoursIn([range]), 0);
  return cost > hours ? undefined : people;
};

const hoursIn = (ranges: readonly TimeRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + (to - from) / HOUR, 0);
