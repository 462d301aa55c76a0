/** The forms of the database one after the other, as statements. One that was released is never changed. */
import { activeDaysTable, addDaysOfArchive, addDaysOfEvents } from './active-days.ts';
import { countedTables, viewsProjection } from './daily-transitions.ts';
import {
  alter,
  killMutations,
  type Layout,
  onCluster,
  rememberTokens,
  replacedView,
  rowsOf,
  syncInserts,
  table,
} from './ddl.ts';
import { archivedTo, createTables, tableNames, TOKENS } from './tables.ts';

/** What is acknowledged survives a power cut. */
const syncTables = (layout: Layout): readonly string[] => tableNames.map(name => syncInserts(name, layout));

/** A join that arrives after its block was stored, and perhaps erased, is left out as its events are. */
const rememberJoins = (layout: Layout): readonly string[] => [rememberTokens('device_users', layout, TOKENS)];

/**
 * Events of nobody, without user, device and process, are no person. In the first form of the view `person`
 * meant the column that the view makes, which is never null.
 */
const nobodyLeftOut = (layout: Layout): readonly string[] => [
  replacedView(
    'active_persons',
    `SELECT hour, product, ifNull(platform, '') AS platform, flags, assumeNotNull(who) AS person, first_at
     FROM (SELECT hour, product, platform, flags, person AS who, countIf(kind <= 2) AS acts, minIf(time, kind <= 2) AS first_at
           FROM events WHERE hour >= ${archivedTo} GROUP BY product, hour, platform, flags, person)
     WHERE acts > 0 AND who IS NOT NULL
     UNION ALL
     SELECT hour, product, platform, flags, person, first_at FROM active_persons_archive WHERE hour < ${archivedTo}`,
  )(layout),
];

/**
 * When a person was there for the first time is a projection of its own, of as many rows as there are
 * persons; who was there in an hour is read from the rows, which takes less time than to bring that projection's rows of all parts together. The
 * earliest row of a device is found by numbers of time, sequence number and id: comparing those of three columns took five times as long.
 */
const firstTimesApart = (layout: Layout): readonly string[] => [
  `${alter('events', layout)} DROP PROJECTION IF EXISTS persons`,
  `${alter('events', layout)} ADD PROJECTION IF NOT EXISTS firsts
   (SELECT product, flags, person, countIf(kind <= 2), minIf(time, kind <= 2) GROUP BY product, flags, person)`,
  // Not waited for: parts without it are read as rows.
  `${alter('events', layout)} MATERIALIZE PROJECTION firsts`,
  replacedView(
    'joins',
    `SELECT device, toInt64(bitShiftRight(earliest, 192)) AS time, person
     FROM (SELECT device, min(place) AS earliest, argMin(person, place) AS person
           FROM (SELECT device, person, bitShiftLeft(toUInt256(first.1), 192)
                   + bitShiftLeft(toUInt256(first.2 + ${2 ** 53}), 128) + toUInt128(toUUID(first.3)) AS place
                 FROM device_users)
           GROUP BY device)`,
  )(layout),
];

const day = 'intDiv(time + 28800000, 86400000)';
const isActive = 'kind <= 2 AND person IS NOT NULL';

/**
 * Who was there on which days, and when each person was first, is one projection. It has a third more rows than
 * that of first times alone, and a twentieth of those of `events`, which were read beside it.
 */
const activeDaysSummed = (layout: Layout): readonly string[] => [
  // A projection that is still computed can't be dropped.
  killMutations('events', 'MATERIALIZE PROJECTION firsts', layout),
  `${alter('events', layout)} DROP PROJECTION IF EXISTS firsts`,
  `${alter('events', layout)} ADD PROJECTION IF NOT EXISTS active_days
   (SELECT product, if(user_id IS NULL, ${day}, -1 - intDiv(${day}, 64)) AS at, ifNull(person, 0) AS who, platform, flags,
      groupBitOrIf(bitShiftLeft(toUInt64(1), toUInt8(bitAnd(${day}, 63))), ${isActive}), minIf(time, ${isActive})
    GROUP BY product, at, who, platform, flags)`,
  // Not waited for: parts without it are read as rows.
  `${alter('events', layout)} MATERIALIZE PROJECTION active_days`,
];

/** Which days' transitions are counted, the counts, and what tells that they are valid. */
const daysCounted = (layout: Layout): readonly string[] => [
  ...countedTables.flatMap(form => table(form, layout, TOKENS)),
  ...countedTables.map(({ name }) => syncInserts(name, layout)),
  `${alter('events', layout)} ADD PROJECTION IF NOT EXISTS view_hours ${viewsProjection}`,
  // Not waited for: parts without it are read as rows.
  `${alter('events', layout)} MATERIALIZE PROJECTION view_hours`,
];

/** Where the earliest event of a device and a user stands among all, as a number: its time, its sequence number and its id. */
const place = `bitShiftLeft(toUInt256(bitShiftLeft(toUInt128(first.1), 64) + toUInt64(first.2 + ${2 ** 53})), 128) + toUInt128(toUUID(first.3))`;

/**
 * The number by which the earliest row of a device is found is stored, since each question about people computed those of all devices. Until it
 * is, that of a row from before is computed when it is read.
 */
const placesStored = (layout: Layout): readonly string[] => [
  // The tables of rows before the one over the shards.
  ...Array.from(
    new Set([rowsOf('device_users', layout), 'device_users']),
    name =>
      `ALTER TABLE ${name}${onCluster(layout)} ADD COLUMN IF NOT EXISTS place SimpleAggregateFunction(min, UInt256) MATERIALIZED ${place}`,
  ),
  // Not waited for.
  `${alter('device_users', layout)} MATERIALIZE COLUMN place`,
  replacedView(
    'joins',
    `SELECT device, min(first.1) AS time, argMin(person, place) AS person FROM device_users GROUP BY device`,
  )(layout),
];

/**
 * Who was there on which days is a table of its own: its numbers are read in less time than the states of a projection, and an erasure
 * need not compute it again for all events of a month. What it holds twice after an interruption says nothing else.
 */
const activeDaysApart = (layout: Layout): readonly string[] => [
  ...table(activeDaysTable, layout, TOKENS),
  syncInserts(activeDaysTable.name, layout),
  addDaysOfEvents('true'),
  addDaysOfArchive('true'),
  // A projection that is still computed can't be dropped.
  killMutations('events', 'MATERIALIZE PROJECTION active_days', layout),
  `${alter('events', layout)} DROP PROJECTION IF EXISTS active_days`,
];

/**
 * Rows that are marked as deleted leave the sums of projections immediately: without this such a deletion is refused.
 * `by_id` keeps their ids
 * until the part is rewritten, so only `knownEvents` may ask it.
 */
const deletionsMarked = (layout: Layout): readonly string[] => [
  `${alter('events', layout)} MODIFY SETTING lightweight_mutation_projection_mode = 'rebuild'`,
];

/** Statements may be repeated, and are where they were interrupted. */
export const forms: readonly ((layout: Layout) => readonly string[])[] = [
  createTables,
  syncTables,
  rememberJoins,
  nobodyLeftOut,
  firstTimesApart,
  activeDaysSummed,
  daysCounted,
  placesStored,
  activeDaysApart,
  deletionsMarked,
];
