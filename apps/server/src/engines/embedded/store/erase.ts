/** Removes rows and their contribution to the rollups, within the caller's transaction. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Subject } from '../../../events/record/subject.ts';
import { findRows } from './find-rows.ts';
import { named, removedOf } from './erasures.ts';
import { isOneOf } from './is-one-of.ts';
import { changeJoins, loseJoins } from './join-changes.ts';
import { metaOf, setMeta } from './meta.ts';
import { numberOf, rowsOf } from './statements.ts';
import { keepErasedIds, keepLateIds } from './dedupe.ts';
import { mergeDirtyHours } from './merge.ts';
import { amendTransitions, hoursOfChanges } from './transitions.ts';
import { contribution, plainRollups } from './rollups.ts';
import { flag } from '../../../events/store/columns.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { rollupTables } from './tables.ts';

/**
 * Removes every event of subjects, from the rollups too, and notes since when the file has to be rewritten. Sums are
 * looked
 * through once for all of them.
 * @param at now, in milliseconds since 1970
 * @returns of each, how many events that were
 */
export const eraseSubjects = async (
  writer: DuckDBConnection,
  subjects: readonly Subject[],
  at: number,
): Promise<readonly number[]> => {
  const [users, devices] = [named(subjects, 'user'), named(subjects, 'device')];
  const events = await findRows(writer, users, devices);
  const isUser = isOneOf('user_id', users.names);
  const removed = {
    user: await countsOf(writer, 'user_id', isUser),
    device: await countsOf(
      writer,
      'device',
      `${isOneOf('device', devices.names)} and (${isUser}) is not true`,
    ),
  };
  // What loads have added meanwhile is merged when there is time.
  await writer.run('create or replace temp table waiting as from dirty_hours');
  await writer.run('delete from dirty_hours');
  const { users: joined, joins } = await loseJoins(
    writer,
    `(${isOneOf('person', users.persons)} or ${isOneOf('device', devices.persons)})`,
  );
  if (events > 0) {
    await writer.run(`insert into dirty_hours select distinct (time // ${HOUR})::integer from theirs`);
    for (const table of plainRollups) {
      // Who is erased loses every row of activity, below.
      const rows = table === 'active_persons' ? `(from theirs where not own)` : 'theirs';
      await writer.run(`insert into ${table} by name ${contribution(table, rows, -1)}`);
    }
    await keepErasedIds(writer, 'theirs');
  }
  if (events + joins > 0) {
    const changed = `select person, (time // ${HOUR})::integer as hour from theirs where kind = 1 and person is not null
      union all ${await countedHours(writer)}`;
    await amendTransitions(writer, changed, { go: 'id in (select id from theirs)' }, async () => {
      await writer.run('delete from events where rowid in (select place from theirs)');
      await changeJoins(writer);
    });
    await mergeDirtyHours(writer, 'select person from theirs where not own');
  }
  // Sums still have the person after the retention deleted the rows.
  const isOwn = isOneOf('person', [...users.persons, ...devices.persons]);
  const { rowsChanged: active } = await writer.run(`delete from active_persons where ${isOwn}`);
  const { rowsChanged: first } = await writer.run(`delete from first_seen where ${isOwn}`);
  if (events > 0) {
    await writer.run('delete from first_seen where person in (select person from theirs where not own)');
    await writer.run(`insert into first_seen by name
      select product, person, flags, identified, min(first_at) as first_at from active_persons
      where person in (select person from theirs where not own) group by all`);
  }
  await writer.run('insert into dirty_hours from waiting');
  for (const table of ['waiting', 'theirs']) await writer.run(`drop table ${table}`);
  const { rowsChanged: known } = await writer.run(
    `delete from people where ${isOneOf('person', users.persons)}`,
  );
  if (events + joined + active + first + known > 0) await noteErasure(writer, at);
  return removedOf(subjects, removed);
};

/** How many of the events that go have each name in a column. */
const countsOf = async (
  writer: DuckDBConnection,
  column: string,
  where: string,
): Promise<Map<string, number>> => {
  const rows = await rowsOf(
    writer,
    `select ${column} as name, count(*) as n from theirs where ${where} group by name`,
  );
  return new Map(rows.map(({ name, n }) => [String(name), Number(n)]));
};

/** Its rows are in the file's bytes until `rewrite`. */
export const noteErasure = async (writer: DuckDBConnection, at: number): Promise<void> => {
  const since = await metaOf(writer, 'rewrite_due');
  await setMeta(writer, 'rewrite_due', since === 0 ? at : Math.min(since, at));
};

/** `hoursOfChanges` that are counted: half an hour after them belongs to them, too. */
const countedHours = async (writer: DuckDBConnection): Promise<string> =>
  hoursOfChanges({ from: 0, to: (await metaOf(writer, 'watermark')) + 1 });

/** Removes what was made by the generator of sample data. @returns how many events that were */
export const eraseSampleRows = async (writer: DuckDBConnection, at: number): Promise<number> => {
  const isSample = `(flags & ${flag.sample}) <> 0`;
  const events = await numberOf(writer, `select count(*) from events where ${isSample}`);
  // Sample data is made again with the same ids.
  await writer.run(`delete from known_ids where id in (select id from events where ${isSample})`);
  if ((await loseJoins(writer, isSample)).joins > 0) {
    await amendTransitions(writer, await countedHours(writer), { go: isSample }, async () => {
      await writer.run(`delete from events where ${isSample}`);
      await changeJoins(writer);
    });
  }
  for (const table of ['events', 'first_seen', ...rollupTables]) {
    await writer.run(`delete from ${table} where ${isSample}`);
  }
  await writer.run('delete from reports where sample');
  if (events > 0) await noteErasure(writer, at);
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
