/**
 * The transitions from page to page. What a view adds to them depends on the views around it, so they are counted only once
 * no late event is expected any more (`countTransitions`); what comes, or goes, after that amends them.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { metaOf, setMeta } from './meta.ts';
import { rowsOf } from './statements.ts';
import { peopleOf } from './joins.ts';
import { transitionsOf, PATH_GAP } from './rollups.ts';
import { HOUR } from './tables.ts';

/** Hours after which no late event is expected: a page keeps what it could not send for seven days. */
const LATE_HOURS = 8 * 24;
/** Hours that are counted in one transaction. */
const STEP_HOURS = 7 * 24;

/** Counts the transitions of hours that are old enough. @param now milliseconds since 1970 */
export const countTransitions = async (
  writer: DuckDBConnection,
  transaction: (work: () => Promise<void>) => Promise<void>,
  now: number,
): Promise<void> => countTransitionsTo(writer, transaction, Math.floor(now / HOUR) - LATE_HOURS);

/** Counts the transitions of the hours before `last`, as far as they are not counted yet. */
export const countTransitionsTo = async (
  writer: DuckDBConnection,
  transaction: (work: () => Promise<void>) => Promise<void>,
  last: number,
): Promise<void> => {
  let from = await metaOf(writer, 'watermark');
  if (from >= last) return;
  // Nothing stands before the first view.
  const [first] = await rowsOf(
    writer,
    `select min(time) // ${HOUR} as hour from events where kind = 1 and time >= ${from * HOUR}`,
  );
  from = typeof first?.['hour'] === 'number' ? Math.max(from, Math.min(first['hour'], last)) : last;
  do {
    const to = Math.min(last, from + STEP_HOURS);
    const [start, end] = [from * HOUR, to * HOUR];
    await transaction(async () => {
      const source = peopleOf(
        `(select * from events where time >= ${start - PATH_GAP} and time < ${end + PATH_GAP})`,
      );
      await writer.run(`insert into transitions ${transitionsOf(source, `${start}`, `${end}`)}`);
      await setMeta(writer, 'watermark', to);
    });
    from = to;
  } while (from < last);
};

/**
 * Changes rows of `events` or joins of devices and with them the transitions that are counted already. Runs within the caller's
 * transaction.
 *
 * @param views a SELECT of `person` (as in the rows) and `time` of the views that come, go or change their person
 * @param change what changes the rows and puts `join_changes` into effect
 */
export const amendTransitions = async (
  writer: DuckDBConnection,
  views: string,
  change: () => Promise<unknown>,
): Promise<void> => {
  const watermark = (await metaOf(writer, 'watermark')) * HOUR;
  // The neighbours of a row that has expired are not known any more, so what they added stays.
  const kept = await metaOf(writer, 'rows_from');
  // Nor are transitions taken back that an earlier version counted, without joins.
  const counted = (await metaOf(writer, 'paths_from')) * HOUR;
  const least = Math.max(kept === 0 ? 0 : kept + PATH_GAP, counted);
  await writer.run(`create or replace temp table changed_views as ${views}`);
  const [bounds] = await rowsOf(writer, 'select min(time) as least, max(time) as most from changed_views');
  const first = typeof bounds?.['least'] === 'number' ? bounds['least'] : watermark;
  const last = typeof bounds?.['most'] === 'number' ? bounds['most'] : watermark;
  const from = Math.max(least, first - PATH_GAP);
  const to = Math.min(watermark, last + PATH_GAP + 1);
  if (from < to) {
    await writer.run(`create or replace temp table affected as ${affected}`);
    const source = peopleOf(`(select * from events where person in (select person from affected)
      and time >= ${from - PATH_GAP} and time < ${to + PATH_GAP})`);
    await writer.run(
      `create or replace temp table amended as ${transitionsOf(source, `${from}`, `${to}`, -1)}`,
    );
    await change();
    await writer.run(`insert into amended ${transitionsOf(source, `${from}`, `${to}`)}`);
    // Most of what is taken back comes again: only hours that did change are merged.
    await writer.run(`create or replace temp table amended as
      select * replace (sum(transitions) as transitions) from amended group by all having sum(transitions) <> 0`);
    await writer.run('insert into transitions select * from amended');
    await writer.run('insert into dirty_hours select distinct hour from amended');
    for (const table of ['affected', 'amended']) await writer.run(`drop table ${table}`);
  } else await change();
  await writer.run('drop table changed_views');
};

/**
 * The names in rows whose paths a change of views and joins can reach: those of the changed views, the users that their devices are
 * joined to before and after, and every device of those users.
 */
const affected = `
  with devices as (
    select person from changed_views union select device from join_changes
  ), people as (
    select person from devices
    union select person from joins where device in (select person from devices)
    union select person from join_changes where person is not null
  )
  select person from people union select device from joins where person in (select person from people)`;
