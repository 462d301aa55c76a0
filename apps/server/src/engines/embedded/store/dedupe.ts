/**
 * Counts each id once: a staged batch loses the events whose id is stored already.
 *
 * Ids are UUIDv7 and begin with a time. A row of `events` was received between five minutes before the time in its id and 31 days
 * after it, so it is looked for among the rows received then, which the database finds without reading others. Ids whose own time lies outside
 * that span, ids of erased events, and ids of rows that expired soon after they came, stand in the table `known_ids`.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { LONGEST_AHEAD, LONGEST_BEHIND } from '../../../events/record/event-time.ts';
import { metaOf } from './meta.ts';
import { numberOf, rowsOf } from './statements.ts';
import { flag } from '../../../events/store/columns.ts';

/** Milliseconds behind its id within which an event is looked for together with the newest ones. */
const RECENT = 3_600_000;
/** Ids older than `LONGEST_BEHIND` that are looked for among all rows; only a hostile sender has more. */
const OLD_IDS = 100;
/** Milliseconds that the id of an erased event stays, so that a page which sends it again does not bring it back. */
const ERASED_KEPT = LONGEST_BEHIND;

const inWindow = `id_time between received - ${LONGEST_BEHIND} and received + ${LONGEST_AHEAD}`;
const recent = `${inWindow} and id_time >= received - ${RECENT}`;
const late = `${inWindow} and id_time < received - ${RECENT}`;

/**
 * Removes staged events that are stored already, and all but the first of those with the same id. Runs within the transaction
 * of the load.
 * @returns how many events were removed
 */
export const dropKnown = async (writer: DuckDBConnection): Promise<number> => {
  const staged = await numberOf(writer, 'select count(*) from batch');
  if ((await numberOf(writer, 'select count(distinct id) from batch')) < staged) {
    await writer.run(`delete from batch where rowid in (
      select rowid from (select rowid, row_number() over (partition by id order by rowid) as copy from batch) where copy > 1)`);
  }
  // Separately: late events would widen the search for the newest ones to all rows since.
  await dropStored(writer, recent);
  await dropStored(writer, late);
  if ((await numberOf(writer, `select count(*) from batch where not (${inWindow})`)) > 0)
    await dropOld(writer);
  await writer.run('delete from batch where id in (select id from known_ids semi join batch using (id))');
  await writer.run(`insert into known_ids select id, received, false from batch where not (${inWindow})`);
  return staged - (await numberOf(writer, 'select count(*) from batch'));
};

/**
 * Removes staged events that have expired: rows and ids received before rows are kept are gone, so nothing tells
 * whether they are
 * counted. They were, unless the loader stood still for as long: the log was put back from an older copy.
 * @returns how many events were removed
 */
export const dropExpired = async (writer: DuckDBConnection): Promise<number> => {
  const from = await metaOf(writer, 'rows_from');
  const { rowsChanged } = await writer.run(
    `delete from batch where time < ${from} and received < ${from} and (flags & ${flag.sample}) = 0`,
  );
  return rowsChanged;
};

/** Keeps the ids of rows that are about to expire, where they were received later than what expires now. */
export const keepLateIds = async (writer: DuckDBConnection, before: number): Promise<void> => {
  await rowsOf(
    writer,
    `insert into known_ids select id, received, false from events
     where time < $before and received >= $before and (flags & ${flag.sample}) = 0 and id not in (select id from known_ids)`,
    { before },
  );
};

/** Removes the staged events of a condition whose ids stand in `events`. */
const dropStored = async (writer: DuckDBConnection, condition: string): Promise<void> => {
  const [bounds] = await rowsOf(
    writer,
    `select min(id_time) as least, max(id_time) as most from batch where ${condition}`,
  );
  const { least, most } = bounds ?? {};
  if (typeof least !== 'number' || typeof most !== 'number') return;
  await writer.run(`delete from batch where id in (
    select id from events semi join (select id from batch where ${condition}) using (id)
    where received between ${least - LONGEST_AHEAD} and ${most + LONGEST_BEHIND})`);
};

/** Removes staged events whose ids are too old for their row to be found by time, the newest so many of them. */
const dropOld = async (writer: DuckDBConnection): Promise<void> => {
  const old = `select id from batch where id_time < received - ${LONGEST_BEHIND} order by id_time desc limit ${OLD_IDS}`;
  const [bounds] = await rowsOf(
    writer,
    `select min(id_time) as least, max(id_time) as most from batch where id in (${old})`,
  );
  const { least, most } = bounds ?? {};
  if (typeof least !== 'number' || typeof most !== 'number') return;
  await writer.run(`delete from batch where id in (
    select id from events semi join (${old}) using (id)
    where received between ${least - LONGEST_AHEAD} and ${most + LONGEST_BEHIND})`);
};

/** Keeps the ids of rows that are about to be erased. @param rows FROM and WHERE of the rows */
export const keepErasedIds = async (writer: DuckDBConnection, rows: string): Promise<void> => {
  await writer.run(`delete from known_ids where id in (select id from ${rows})`);
  await writer.run(`insert into known_ids select id, received, true from ${rows}`);
};

/** Removes ids of erased events that are no longer sent again. @param now milliseconds since 1970 */
export const deleteErasedIds = async (writer: DuckDBConnection, now: number): Promise<void> => {
  await rowsOf(writer, 'delete from known_ids where erased and received < $before', {
    before: now - ERASED_KEPT,
  });
};
