/** The tables that SQL of operators is asked of: views over the nightly files, in which a device's events before its first sign-in are the person's. */
import type { SqlFiles, SqlTables } from '../../../features/usage/sql/engine.ts';
import { PATH_GAP } from '../../../events/store/counting.ts';
import { flag } from '../../../events/store/columns.ts';
import { derivedColumns } from '../../../events/store/derived.ts';
import { literal } from '../store/literal.ts';

const texts = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, 'VARCHAR']));
const facts = ['platform', 'language', 'network', 'resolution', 'library', ...derivedColumns];

/** Times are in UTC, days those of Beijing. */
export const sqlTables: SqlTables = {
  events: {
    time: 'TIMESTAMP',
    day: 'DATE',
    product: 'VARCHAR',
    kind: 'VARCHAR',
    key: 'VARCHAR',
    duration: 'BIGINT',
    data: 'JSON',
    person: 'VARCHAR',
    signed_in: 'BOOLEAN',
    ...texts(facts),
    ...Object.fromEntries(Object.keys(flag).map(name => [name, 'BOOLEAN'])),
    received: 'TIMESTAMP',
    sequence: 'BIGINT',
    id: 'VARCHAR',
  },
  sessions: {
    person: 'VARCHAR',
    begun: 'TIMESTAMP',
    ended: 'TIMESTAMP',
    day: 'DATE',
    events: 'BIGINT',
    pages: 'BIGINT',
    entry_page: 'VARCHAR',
    exit_page: 'VARCHAR',
  },
  people: { person: 'VARCHAR', grade: 'INTEGER', signed_up: 'DATE', site: 'VARCHAR' },
};

const same = [...facts, ...Object.keys(flag)].map(name => `e.${name}`).join(', ');
const files = (paths: readonly string[]) => `[${paths.map(literal).join(', ')}]`;

/** The statements that make the views. */
export const createViews = ({ events, people, devices }: SqlFiles): readonly string[] => [
  `create view events as
    select make_timestamp(e.time * 1000) as time, e.day::date as day, e.product, e.kind, e.key, e.duration, try_cast(e.data as json) as data,
      case when d.device is null then e.person when e.time <= d.time then d.person end as person,
      e.signed_in, ${same}, make_timestamp(e.received * 1000) as received, e.sequence, e.id
    from read_parquet(${files(events)}, hive_partitioning = true, hive_types = {day: date}) e
    left join read_parquet(${literal(devices)}) d on d.device = case when not e.signed_in then e.person end`,
  `create view sessions as
    select person, min(time) as begun, max(time) as ended, min(day) as day, count(*) as events,
      count(*) filter (kind = 'view') as pages,
      arg_min(key, (time, sequence)) filter (kind = 'view') as entry_page,
      arg_max(key, (time, sequence)) filter (kind = 'view') as exit_page
    from (
      select *, count(*) filter (first) over (partition by person order by time, sequence) as number
      from (
        select time, sequence, day, kind, key, person,
          coalesce(time - lag(time) over (partition by person order by time, sequence) > to_milliseconds(${PATH_GAP}), true) as first
        from events where person is not null and kind <> 'leave'
      )
    )
    group by person, number`,
  `create view people as
    select person, grade, make_timestamp((signed_up + 28800000) * 1000)::date as signed_up, site from read_parquet(${literal(people)})`,
];
