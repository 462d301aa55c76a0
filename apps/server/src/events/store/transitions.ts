/**
 * The transitions from page to page. What a view adds to them depends on the views around it, so they are counted only once
 * no late event is expected any more (`countTransitions`); what comes, or goes, after that amends them.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { metaOf, setMeta } from './meta.ts';
import { rowsOf } from './statements.ts';
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
      const source = `(select * from events where time >= ${start - PATH_GAP} and time < ${end + PATH_GAP})`;
      await writer.run(`insert into transitions ${transitionsOf(source, `${start}`, `${end}`)}`);
      await setMeta(writer, 'watermark', to);
    });
    from = to;
  } while (from < last);
};

/**
 * Changes rows of `events` and with them the transitions that are counted already. Runs within the caller's transaction.
 *
 * @param views FROM and WHERE of the views that come or go
 * @param change what changes the rows
 */
export const amendTransitions = async (
  writer: DuckDBConnection,
  views: string,
  change: () => Promise<unknown>,
): Promise<void> => {
  const watermark = (await metaOf(writer, 'watermark')) * HOUR;
  // The neighbours of a row that has expired are not known any more, so what they added stays.
  const kept = await metaOf(writer, 'rows_from');
  const least = kept === 0 ? 0 : kept + PATH_GAP;
  const [bounds] = await rowsOf(writer, `select min(time) as least, max(time) as most ${views}`);
  if (typeof bounds?.['least'] !== 'number' || typeof bounds['most'] !== 'number') {
    await change();
    return;
  }
  const from = Math.max(least, bounds['least'] - PATH_GAP);
  const to = Math.min(watermark, bounds['most'] + PATH_GAP + 1);
  if (from >= to) {
    await change();
    return;
  }
  await writer.run(`create or replace temp table changed as select distinct person ${views}`);
  const source = `(select * from events where person in (select person from changed)
    and time >= ${from - PATH_GAP} and time < ${to + PATH_GAP})`;
  await writer.run(`insert into transitions ${transitionsOf(source, `${from}`, `${to}`, -1)}`);
  await change();
  await writer.run(`insert into transitions ${transitionsOf(source, `${from}`, `${to}`)}`);
  await writer.run(
    `insert into dirty_hours select unnest(generate_series(${Math.floor(from / HOUR)}, ${Math.floor((to - 1) / HOUR)}))`,
  );
  await writer.run('drop table changed');
};
