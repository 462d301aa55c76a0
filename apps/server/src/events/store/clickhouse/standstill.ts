/** Whether mutations go on, and why not: ClickHouse gives no reason for one that it does not begin. */
import type { ClickHouse } from './client.ts';
import { disks, isOf, type Layout, merges, parts, unfinished } from './ddl.ts';

/** Times its size that have to be free on a part's disk before ClickHouse begins to rewrite it. */
const ROOM = 1.1;

interface Tables {
  readonly store: ClickHouse;
  readonly layout: Layout;
}

/**
 * Whether a server rewrites a part for a mutation of a table, or merges parts that one waits for; replicated tables
 * name what comes of it.
 */
export const isWriting = async ({ store, layout }: Tables, table: string): Promise<boolean> =>
  (
    await store.lookUp(
      `SELECT 1 FROM ${merges(layout)} WHERE ${isOf(table, layout)}
       AND (is_mutation OR hasAny(arrayPushBack(source_part_names, result_part_name), (SELECT groupUniqArrayArray(parts_to_do_names) FROM ${unfinished(table, layout)}))) LIMIT 1`,
    )
  ).length > 0;

/**
 * @param room times its size that a part needs
 * @returns in words for the operator, why no mutation of a table goes on: a disk has no room for the smallest part that is left to do there, or
 * something that can't be told from here
 */
export const whyStill = async (
  { store, layout }: Tables,
  table: string,
  room: number = ROOM,
): Promise<string> => {
  const its = isOf(table, layout);
  const looking = store.lookUp<{ host: string; disk: string; least: number; left: number }>(
    `SELECT host, disk, min(size) AS least, any(free) AS left
     FROM (SELECT hostName() AS host, arrayJoin(parts_to_do_names) AS name FROM ${unfinished(table, layout)}) AS waiting
     INNER JOIN (SELECT hostName() AS host, name, disk_name AS disk, toFloat64(bytes_on_disk) AS size
                 FROM ${parts(layout)} WHERE ${its} AND active) AS part USING (host, name)
     INNER JOIN (SELECT hostName() AS host, name AS disk, toFloat64(unreserved_space) AS free FROM ${disks(layout)}) AS space USING (host, disk)
     GROUP BY host, disk HAVING least * ${room} > left LIMIT 1`,
  );
  // Where that can't be asked, they stand still all the same.
  const [short] = await looking.catch(() => []);
  if (!short)
    return 'ClickHouse does not begin them: merges may be stopped, or others take all of its threads.';
  const { host, disk, least, left } = short;
  return `Disk ${disk} of ${host} has no room to write a part anew: that takes ${Math.round(least * room)} free bytes, and there are ${left}.`;
};
