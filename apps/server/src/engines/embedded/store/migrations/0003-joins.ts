/**
 * Version 3: devices are joined to users (see `joins.ts`), so the first event of a person in an hour is known to the millisecond: from
 * its row, and from the hour's start where the row has expired.
 */
const HOUR = 3_600_000;
const device = "('0x' || substr(sha256('d' || device), 1, 16))::ubigint::bit::bigint";

/** The first hour of which every view has its neighbours; 0 where no row has expired. */
const counted = `(select case value when 0 then 0 else value // ${HOUR} + 1 end from meta where name = 'rows_from')`;

export const joins: readonly string[] = [
  'create table joins (device bigint, time bigint, sequence bigint, id uuid, flags utinyint, person bigint)',
  `insert into joins
    select ${device}, first.time, first.sequence, first.id, first.flags, first.person
    from (select device, min({time: time, sequence: sequence, id: id, flags: flags, person: person}) as first
          from events where device is not null and user_id is not null group by device)`,
  `create table active_persons_3 (hour integer, product varchar, platform varchar, flags utinyint, person bigint, events bigint,
     first_at bigint)`,
  `insert into active_persons_3
    select hour, product, platform, flags, person, a.events, coalesce(e.first_at, hour::bigint * ${HOUR})
    from (select hour, product, platform, flags, person, sum(events) as events from active_persons group by all having sum(events) <> 0) a
    left join (select (time // ${HOUR})::integer as hour, product, coalesce(platform, '') as platform, flags, person, min(time) as first_at
               from events where person is not null and kind <= 2 group by all) e
      using (hour, product, platform, flags, person)
    order by hour, product, platform, flags, person`,
  'drop table active_persons',
  'alter table active_persons_3 rename to active_persons',
  'drop table first_seen',
  'create table first_seen (product varchar, person bigint, flags utinyint, first_at bigint)',
  'insert into first_seen select product, person, flags, min(first_at) from active_persons group by product, person, flags',
  // Paths are counted again where their rows are kept, with one path for one person.
  `delete from transitions where hour >= ${counted}`,
  `update meta set value = least(value, ${counted}) where name = 'watermark'`,
  "insert into meta select 'paths_from', value from meta where name = 'watermark'",
];
