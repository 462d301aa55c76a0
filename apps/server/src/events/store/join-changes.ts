/**
 * Joins that come, change or go with rows (joins.ts). Apart from what queries are written with, which the server's process imports: it does not
 * load DuckDB.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOf, rowsOf } from './statements.ts';
import { quoted } from './subject.ts';

/** The earliest of the grouped events, as a value that orders like them. */
const earliest = 'min({time: time, sequence: sequence, id: id, flags: flags, person: person}) as first';
const fields = 'first.time, first.sequence, first.id, first.flags, first.person';

/** Fills `join_changes` with the joins of the staged batch that are new or earlier. @returns how many */
export const findJoins = async (writer: DuckDBConnection): Promise<number> => {
  // The events of devices that are joined already go first: those are most.
  const { rowsChanged } = await writer.run(`
    insert into join_changes
    select device, ${fields}
    from (
      select device, ${earliest} from (
        select b.joined_device as device, b.time, b.sequence, b.id, b.flags, b.person
        from batch b left join joins j on j.device = b.joined_device
        where b.joined_device is not null and (j.device is null
          or (b.time <= j.time and (b.time, b.sequence, b.id) < (j.time, j.sequence, j.id))))
      group by device)`);
  return rowsChanged;
};

/** A device as `person` has it, in SQL. */
const hashOf = (device: string): string =>
  `('0x' || substr(sha256('d' || ${device}), 1, 16))::ubigint::bit::bigint`;

/** Names that are looked for by a list, which the database compares with each block of rows. */
const LISTED = 100;

/**
 * Fills `join_changes` with what the remaining rows say of devices that lose their join.
 * @param lost condition on `joins`
 * @param remaining condition that holds for the rows of `events` that stay
 * @param going relation of the rows that go
 * @returns how many devices
 */
export const findLostJoins = async (
  writer: DuckDBConnection,
  lost: string,
  remaining: string,
  going: string,
): Promise<number> => {
  const devices = await numberOf(writer, `select count(*) from joins where ${lost}`);
  if (devices === 0) return 0;
  const rows = `events where device is not null and user_id is not null and ${remaining}`;
  const named = (source: string) => `select distinct device as name from ${source}`;
  // A join bears a hash. The row that made it has the name, unless it has expired; then all names are hashed.
  const known = await numberOf(
    writer,
    `select count(*) from joins where ${lost} and device in (select ${hashOf('name')} from (${named(`${going} where device is not null`)}))`,
  );
  const names = (
    await rowsOf(
      writer,
      `select name from (${named(known === devices ? `${going} where device is not null` : rows)})
       where ${hashOf('name')} in (select device from joins where ${lost})`,
    )
  ).map(({ name }) => String(name));
  const whose =
    names.length === 0
      ? 'false'
      : names.length <= LISTED && !names.some(name => name.includes('\0'))
        ? `device in (${names.map(quoted).join(', ')})`
        : `${hashOf('device')} in (select device from joins where ${lost})`;
  await writer.run(`
    insert into join_changes
    with theirs as materialized (
      select device, user_id, time, sequence, id, flags, person from events where ${whose}
    ), firsts as (
      select ${hashOf('device')} as device, ${earliest}
      from theirs where device is not null and user_id is not null and ${remaining} group by all
    )
    select lost.device, ${fields} from (select device from joins where ${lost}) lost left join firsts using (device)`);
  return devices;
};

/** Puts `join_changes` into effect. */
export const changeJoins = async (writer: DuckDBConnection): Promise<void> => {
  await writer.run('delete from joins where device in (select device from join_changes)');
  await writer.run('insert into joins select * from join_changes where person is not null');
  await writer.run('delete from join_changes');
};
