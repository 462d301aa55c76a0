/**
 * Whether mutations can go on. ClickHouse begins to write a part anew where more than its size is free; until then it waits, and gives no
 * reason.
 */
import type { ClickHouse } from './client.ts';
import { disks, type Layout, merges, mutations, parts, rowsOf } from './ddl.ts';
import { literal } from './literal.ts';

/** Times a part's size that has to be free. */
const ROOM = 1.1;

/** The message is for the operator. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/**
 * @returns why no unfinished mutation of a table goes on, where a server writes none of its parts anew and has no room for the smallest
 * that is left to do
 */
export const lackOfRoom = async (
  { store, layout }: { readonly store: ClickHouse; readonly layout: Layout },
  table: string,
): Promise<NoRoom | undefined> => {
  const its = `database = ${literal(layout.database)} AND table = ${literal(rowsOf(table, layout))}`;
  const [short] = await store.lookUp<{ host: string; least: number; room: number }>(
    `SELECT host, toInt64(min(size)) AS least, toInt64(any(free)) AS room
     FROM (SELECT hostName() AS host, arrayJoin(parts_to_do_names) AS name FROM ${mutations(layout)} WHERE ${its} AND NOT is_done) AS waiting
     INNER JOIN (SELECT hostName() AS host, name, bytes_on_disk AS size FROM ${parts(layout)} WHERE ${its} AND active) AS part USING (host, name)
     INNER JOIN (SELECT hostName() AS host, max(unreserved_space) AS free FROM ${disks(layout)} GROUP BY host) AS disk USING (host)
     WHERE host NOT IN (SELECT hostName() FROM ${merges(layout)} WHERE ${its})
     GROUP BY host HAVING least * ${ROOM} > room LIMIT 1`,
  );
  if (!short) return undefined;
  const { host, least, room } = short;
  const needed = Math.round(least * ROOM);
  return new NoRoom(
    `ClickHouse on ${host} has no room to write a part of ${table} anew: that takes ${needed} free bytes, and there are ${room}.`,
  );
};
