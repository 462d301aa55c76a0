/**
 * Finds the rows of subjects without looking through all: a sum tells the hours in which a person was active, and rows that are no activity are
 * few. Rows stand in the order in which they came, so the database skips what lies outside of those hours.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { isOneOf } from './is-one-of.ts';
import type { Named } from './erasures.ts';
import { rangesAround } from './hour-ranges.ts';
import { insertRowsOf, type PersonRanges, RANGES } from './person-rows.ts';
import { numberOf, rowsOf } from './statements.ts';
import { HOUR } from '../../../events/store/counting.ts';

/** Persons above whom one statement for all takes less time. */
const FEW = 20;
const columns =
  'rowid as place, id, product, time, received, kind, key, duration, flags, user_id, platform, device, person, user_id is not null as identified';

/**
 * Makes the temporary table `theirs`: the rows of the subjects, with `place`, the row's number in `events`, and `own`, whether its person is one
 * of the subjects. Rows of a device bear the device or one of its users as their person.
 * @returns how many
 */
export const findRows = async (writer: DuckDBConnection, users: Named, devices: Named): Promise<number> => {
  const subjects = [...users.persons, ...devices.persons];
  await writer.run(`create or replace temp table their_persons as
    select unnest([${subjects.join(', ')}]::bigint[]) as person
    union select person from device_users where ${isOneOf('device', devices.persons)}`);
  await writer.run(
    `create or replace temp table theirs as select ${columns}, false as own from events limit 0`,
  );
  const select = `select ${columns}, coalesce(${isOneOf('person', subjects)}, false) from events where`;
  const people = await rowsOf(writer, `select person::varchar as person from their_persons`);
  if (people.length <= FEW) {
    const persons = await hoursOf(
      writer,
      people.map(({ person }) => BigInt(String(person))),
    );
    await insertRowsOf(writer, 'theirs', select, persons);
  } else {
    // Where the rows are is found first: else every column is read of every row.
    await writer.run(`insert into theirs ${select} rowid in (
      select rowid from events where person in (select person from their_persons))`);
  }
  await writer.run('drop table their_persons');
  // The users of a device have other rows, and so may another user of the same hash.
  const isNamed = [isOneOf('user_id', users.names), isOneOf('device', devices.names)].join(' or ');
  await writer.run(`delete from theirs where (${isNamed}) is not true`);
  return numberOf(writer, 'select count(*) from theirs');
};

/** The hours in which persons have rows. */
const hoursOf = async (
  writer: DuckDBConnection,
  persons: readonly bigint[],
): Promise<readonly PersonRanges[]> => {
  const isOne = isOneOf('person', persons);
  const rows = await rowsOf(
    writer,
    `select person::varchar as person, hour from active_persons where ${isOne}
     union select person::varchar, (time // ${HOUR})::integer from events where kind > 2 and ${isOne}
     order by hour`,
  );
  return persons.map(person => ({
    person,
    ranges: rangesAround(
      rows.filter(row => row['person'] === String(person)).map(({ hour }) => Number(hour)),
      0,
      RANGES,
    ),
  }));
};
