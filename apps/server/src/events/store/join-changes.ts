/**
 * Joins that come, change or go with rows (joins.ts). Apart from what queries are written with, which the server's process imports: it does not
 * load DuckDB.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOf } from './statements.ts';

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

/**
 * Fills `join_changes` with what the remaining rows say of devices that lose their join.
 * @param lost condition on `joins`
 * @param remaining condition that holds for the rows of `events` that stay
 * @param naming condition that holds for a row of each of those devices; the devices of those rows are hashed
 * @returns how many devices
 */
export const findLostJoins = async (
  writer: DuckDBConnection,
  lost: string,
  remaining: string,
  naming = remaining,
): Promise<number> => {
  const devices = await numberOf(writer, `select count(*) from joins where ${lost}`);
  if (devices === 0) return 0;
  const both = 'events where device is not null and user_id is not null';
  const rows = `${both} and ${remaining}`;
  await writer.run(`
    insert into join_changes
    with lost as materialized (select device from joins where ${lost}),
    names as materialized (select distinct device as name from ${both} and ${naming}),
    firsts as (
      select device, ${earliest}
      from (select n.device, e.* exclude (device) from (select * from ${rows}) e
            join (select name, ${hashOf('name')} as device from names) n on n.name = e.device
            where n.device in (select device from lost))
      group by device
    )
    select lost.device, ${fields} from lost left join firsts using (device)`);
  return devices;
};

/** Puts `join_changes` into effect. */
export const changeJoins = async (writer: DuckDBConnection): Promise<void> => {
  await writer.run('delete from joins where device in (select device from join_changes)');
  await writer.run('insert into joins select * from join_changes where person is not null');
  await writer.run('delete from join_changes');
};
