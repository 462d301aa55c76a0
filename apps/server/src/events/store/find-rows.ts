/**
 * Finds the rows of subjects without looking through all: a sum tells the hours in which a person was active, and rows that are no activity are
 * few. Rows stand in the order in which they came, so the database skips what lies outside of those hours.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { among } from './among.ts';
import type { Named } from './erasures.ts';
import { rangesAround } from './hour-ranges.ts';
import { numberOf, rowsOf } from './statements.ts';

/** Ranges of hours that are read apart, of all subjects together. */
const RANGES = 100;
/** Persons who are looked for one by one, which takes half as long as by a table; thousands would take longer. */
const ONE_BY_ONE = 100;

/**
 * Makes the temporary table `theirs`: the rows of the subjects, with `place`, the row's number in `events`. Rows of a device bear the device
 * or one of its users as their person.
 * @returns how many
 */
export const findRows = async (writer: DuckDBConnection, users: Named, devices: Named): Promise<number> => {
  const own = among('person', [...users.persons, ...devices.persons]);
  await writer.run(`create or replace temp table their_persons as
    select unnest([${[...users.persons, ...devices.persons].join(', ')}]::bigint[]) as person
    union select person from device_users where ${among('device', devices.persons)}`);
  const persons = await rowsOf(writer, `select person from their_persons limit ${ONE_BY_ONE + 1}`);
  const isTheirs =
    persons.length > ONE_BY_ONE
      ? 'person in (select person from their_persons)'
      : among(
          'person',
          persons.map(({ person }) => BigInt(String(person))),
        );
  const hours = await rowsOf(
    writer,
    `select distinct hour from active_persons where ${isTheirs} order by hour`,
  );
  const ranges = rangesAround(
    hours.map(({ hour }) => Number(hour)),
    0,
    RANGES,
  );
  // Where the rows are is found first: else every column is read of every row. By a statement each, which one of all would need memory for.
  await writer.run('create or replace temp table their_places (place bigint)');
  for (const where of [
    'kind > 2',
    ...ranges.map(({ from, to }) => `kind <= 2 and time >= ${from} and time < ${to}`),
  ])
    await writer.run(`insert into their_places select rowid from events where ${where} and ${isTheirs}`);
  await writer.run(`create or replace temp table theirs as
    select rowid as place, id, product, time, received, kind, key, duration, flags, user_id, platform, device, person, identified,
           coalesce(${own}, false) as own
    from events where rowid in (select place from their_places)`);
  for (const table of ['their_persons', 'their_places']) await writer.run(`drop table ${table}`);
  // Two users may have one hash, and the users of a device have others.
  const isNamed = [among('user_id', users.names), among('device', devices.names)].join(' or ');
  await writer.run(`delete from theirs where (${isNamed}) is not true`);
  return numberOf(writer, 'select count(*) from theirs');
};
