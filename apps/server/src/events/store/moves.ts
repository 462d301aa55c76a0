/**
 * The moves from page to page. What a view adds to them depends on the views around it, so they are counted only once
 * no late event is expected any more (`settleMoves`); what comes, or goes, after that amends them.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { metaOf, setMeta } from './meta.ts';
import { rowsOf } from './statements.ts';
import { movesOf, PATH_GAP } from './sums.ts';
import { HOUR } from './tables.ts';

/** Hours after which no late event is expected: a page keeps what it could not send for seven days. */
const LATE_HOURS = 8 * 24;
/** Hours that are counted in one transaction. */
const STEP_HOURS = 7 * 24;

/** Counts the moves of hours that are old enough. @param now milliseconds since 1970 */
export const settleMoves = async (
  writer: DuckDBConnection,
  transaction: (work: () => Promise<void>) => Promise<void>,
  now: number,
): Promise<void> => settleMovesTo(writer, transaction, Math.floor(now / HOUR) - LATE_HOURS);

/** Counts the moves of the hours before `last`, as far as they are not counted yet. */
export const settleMovesTo = async (
  writer: DuckDBConnection,
  transaction: (work: () => Promise<void>) => Promise<void>,
  last: number,
): Promise<void> => {
  let from = await metaOf(writer, 'paths_to');
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
      await writer.run(`insert into moves ${movesOf(source, `${start}`, `${end}`)}`);
      await setMeta(writer, 'paths_to', to);
    });
    from = to;
  } while (from < last);
};

/**
 * Changes rows of `events` and with them the moves that are counted already. Runs within the caller's transaction.
 *
 * @param views FROM and WHERE of the views that come or go
 * @param change what changes the rows
 */
export const amendMoves = async (
  writer: DuckDBConnection,
  views: string,
  change: () => Promise<unknown>,
): Promise<void> => {
  const settled = (await metaOf(writer, 'paths_to')) * HOUR;
  // The neighbours of a row that was forgotten are not known any more, so what they added stays.
  const kept = await metaOf(writer, 'rows_from');
  const least = kept === 0 ? 0 : kept + PATH_GAP;
  const [bounds] = await rowsOf(writer, `select min(time) as least, max(time) as most ${views}`);
  if (typeof bounds?.['least'] !== 'number' || typeof bounds['most'] !== 'number') {
    await change();
    return;
  }
  const from = Math.max(least, bounds['least'] - PATH_GAP);
  const to = Math.min(settled, bounds['most'] + PATH_GAP + 1);
  if (from >= to) {
    await change();
    return;
  }
  await writer.run(`create or replace temp table moved as select distinct person ${views}`);
  const source = `(select * from events where person in (select person from moved)
    and time >= ${from - PATH_GAP} and time < ${to + PATH_GAP})`;
  await writer.run(`insert into moves ${movesOf(source, `${from}`, `${to}`, -1)}`);
  await change();
  await writer.run(`insert into moves ${movesOf(source, `${from}`, `${to}`)}`);
  await writer.run(
    `insert into touched select unnest(generate_series(${Math.floor(from / HOUR)}, ${Math.floor((to - 1) / HOUR)}))`,
  );
  await writer.run('drop table moved');
};
