/**
 * Version 4: the earliest event of each user of a device, so that an erasure finds who is joined next without looking through the rows (see
 * `joins.ts`). A join stays whose row has expired.
 */
const device = "('0x' || substr(sha256('d' || device), 1, 16))::ubigint::bit::bigint";

export const deviceUsers: readonly string[] = [
  'create table device_users (device bigint, time bigint, sequence bigint, id uuid, flags utinyint, person bigint)',
  `insert into device_users
    select device, first.time, first.sequence, first.id, flags, person
    from (select device, person, flags, min(first) as first
          from (select ${device} as device, person, flags, first
                from (select device, person, flags, min({time: time, sequence: sequence, id: id}) as first
                      from events where device is not null and user_id is not null group by device, person, flags)
                union all
                select device, person, flags, {time: time, sequence: sequence, id: id} as first from joins)
          group by device, person, flags)
    order by device`,
];
