/** Removes rows and their contribution to the rollups, within the caller's transaction. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Subject } from '../record/subject.ts';
import { changeJoins, findLostJoins } from './join-changes.ts';
import { metaOf, setMeta } from './meta.ts';
import { numberOf, rowsOf } from './statements.ts';
import { keepErasedIds, keepLateIds } from './dedupe.ts';
import { mergeDirtyHours } from './merge.ts';
import { amendTransitions, hoursOfChanges } from './transitions.ts';
import { personOf } from './rows.ts';
import { whose } from './subject.ts';
import { contribution, plainRollups } from './rollups.ts';
import { flag, HOUR, rollupTables } from './tables.ts';

/**
 * Removes every event of a subject, from the rollups too, and notes that the file has to be rewritten.
 * @returns how many events that were
 */
export const eraseSubject = async (writer: DuckDBConnection, subject: Subject): Promise<number> => {
  const theirs = `events where ${whose(subject)}`;
  const own = personOf('user' in subject ? { user: subject.user } : { device: subject.device });
  const events = await numberOf(writer, `select count(*) from ${theirs}`);
  const joins = await findLostJoins(
    writer,
    'user' in subject ? `person = ${own}` : `device = ${own}`,
    `not (${whose(subject)})`,
  );
  if (events > 0) {
    await writer.run(`create or replace temp table gone as select distinct person from ${theirs}`);
    await writer.run(`insert into dirty_hours select distinct (time // ${HOUR})::integer from ${theirs}`);
    for (const table of plainRollups) {
      await writer.run(`insert into ${table} ${contribution(table, `(select * from ${theirs})`, -1)}`);
    }
    await keepErasedIds(writer, theirs);
  }
  if (events + joins > 0) {
    const changed = `select person, (time // ${HOUR})::integer as hour from ${theirs} and kind = 1 and person is not null
      union all ${await countedHours(writer)}`;
    await amendTransitions(writer, changed, async () => {
      await writer.run(`delete from ${theirs}`);
      await changeJoins(writer);
    });
    await mergeDirtyHours(writer);
  }
  // Rollups still have the person after the retention deleted the rows.
  const known = await numberOf(writer, `select count(*) from active_persons where person = ${own}`);
  await writer.run(`delete from active_persons where person = ${own}`);
  await writer.run(`delete from first_seen where person = ${own}`);
  if (events > 0) {
    await writer.run('delete from first_seen where person in (select person from gone)');
    await writer.run(`insert into first_seen select product, person, flags, min(first_at) from active_persons
      where person in (select person from gone) group by all`);
    await writer.run('drop table gone');
  }
  if (events + joins + known > 0) await setMeta(writer, 'rewrite_due', 1);
  return events;
};

/** `hoursOfChanges` that are counted: half an hour after them belongs to them, too. */
const countedHours = async (writer: DuckDBConnection): Promise<string> =>
  hoursOfChanges({ from: 0, to: (await metaOf(writer, 'watermark')) + 1 });

/** Removes what was made by the generator of sample data. @returns how many events that were */
export const eraseSampleRows = async (writer: DuckDBConnection): Promise<number> => {
  const isSample = `(flags & ${flag.sample}) <> 0`;
  const events = await numberOf(writer, `select count(*) from events where ${isSample}`);
  // Sample data is made again with the same ids.
  await writer.run(`delete from known_ids where id in (select id from events where ${isSample})`);
  if ((await findLostJoins(writer, isSample, `not ${isSample}`, isSample)) > 0) {
    await amendTransitions(writer, await countedHours(writer), async () => {
      await writer.run(`delete from events where ${isSample}`);
      await changeJoins(writer);
    });
  }
  for (const table of ['events', 'first_seen', ...rollupTables]) {
    await writer.run(`delete from ${table} where ${isSample}`);
  }
  await writer.run('delete from reports where sample');
  if (events > 0) await setMeta(writer, 'rewrite_due', 1);
  return events;
};

/** Removes rows older than an hour (hours since 1970); rollups stay. */
export const expireRows = async (writer: DuckDBConnection, hour: number): Promise<void> => {
  const before = hour * HOUR;
  await keepLateIds(writer, before);
  await rowsOf(writer, 'delete from events where time < $before', { before });
  await rowsOf(writer, 'delete from reports where received < $before', { before });
  await rowsOf(writer, 'delete from known_ids where received < $before', { before });
  if (before > (await metaOf(writer, 'rows_from'))) await setMeta(writer, 'rows_from', before);
};
