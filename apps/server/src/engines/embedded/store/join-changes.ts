/**
 * Joins that come, change or go with rows (joins.ts). Apart from what queries are written with, which the server's process imports: it does not
 * load DuckDB.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOf } from './statements.ts';

/** The earliest of the grouped events of a relation, as a value that orders like them. */
const earliestOf = (each: string): string =>
  `min({time: ${each}.time, sequence: ${each}.sequence, id: ${each}.id, flags: ${each}.flags, person: ${each}.person}) as first`;
const fields = 'first.time, first.sequence, first.id, first.flags, first.person';

/** A condition that an event is earlier than a row of another table, if there is one. */
const earlier = (event: string, row: string): string =>
  `(${row}.device is null or (${event}.time <= ${row}.time
    and (${event}.time, ${event}.sequence, ${event}.id) < (${row}.time, ${row}.sequence, ${row}.id)))`;

/**
 * Adds the users of devices that the staged batch brings, or brings earlier events of, and fills `join_changes` with the joins that are new or
 * earlier by them.
 * @returns how many joins
 */
export const findJoins = async (writer: DuckDBConnection): Promise<number> => {
  const { rowsChanged: users } = await writer.run(`
    insert into device_user_changes
    select device, ${fields}, known
    from (
      select b.joined_device as device, ${earliestOf('b')}, count(u.device) > 0 as known
      from batch b left join device_users u on u.device = b.joined_device and u.person = b.person and u.flags = b.flags
      where b.joined_device is not null and ${earlier('b', 'u')} group by b.joined_device, b.person, b.flags)`);
  if (users === 0) return 0;
  if ((await numberOf(writer, 'select count(*) from device_user_changes where known')) > 0)
    await writer.run(`delete from device_users where (device, person, flags) in (
      select (device, person, flags) from device_user_changes where known)`);
  await writer.run('insert into device_users select * exclude (known) from device_user_changes');
  const { rowsChanged } = await writer.run(`
    insert into join_changes
    select device, ${fields}
    from (
      select c.device, ${earliestOf('c')}
      from device_user_changes c left join joins j on j.device = c.device
      where ${earlier('c', 'j')} group by c.device)`);
  await writer.run('delete from device_user_changes');
  return rowsChanged;
};

/**
 * Removes users of devices, and fills `join_changes` with what those that remain say of the devices that lose their join.
 * @param lost condition on `device`, `person` and `flags`
 * @returns how many users, and how many devices
 */
export const loseJoins = async (
  writer: DuckDBConnection,
  lost: string,
): Promise<{ readonly users: number; readonly joins: number }> => {
  const { rowsChanged: users } = await writer.run(`delete from device_users where ${lost}`);
  const { rowsChanged: joins } = await writer.run(`
    insert into join_changes
    with lost as materialized (select device from joins where ${lost}), firsts as (
      select device, ${earliestOf('device_users')} from device_users where device in (select device from lost) group by device
    )
    select lost.device, ${fields} from lost left join firsts using (device)`);
  return { users, joins };
};

/** Puts `join_changes` into effect. */
export const changeJoins = async (writer: DuckDBConnection): Promise<void> => {
  await writer.run('delete from joins where device in (select device from join_changes)');
  await writer.run('insert into joins select * from join_changes where person is not null');
  await writer.run('delete from join_changes');
};
