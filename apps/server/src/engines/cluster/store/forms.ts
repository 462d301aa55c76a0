/**
 * What brings a database of the release before to the form of this one. Its processes are stopped first: they would write to tables that
 * are gone.
 */
import { alter, killMutations, type Layout, onCluster, rowsOf } from './ddl.ts';
import { daysProjection } from './days.ts';
import { createPeople, derivedTypes } from './tables.ts';

/** The number of the form that `createTables` makes. */
export const FORM = 12;
/** That of the release before, and those between, which were not released. */
export const FORM_BEFORE = 10;

const dropTable = (name: string, layout: Layout): readonly string[] =>
  // The one over the shards before those of rows.
  [...new Set([name, rowsOf(name, layout)])].map(
    table => `DROP TABLE IF EXISTS ${table}${onCluster(layout)} SYNC`,
  );

/** From form 10 to 11. */
const daysInsteadOfViews = (layout: Layout): readonly string[] => [
  ...['active_persons', 'transitions', 'joins'].map(
    name => `DROP VIEW IF EXISTS ${name}${onCluster(layout)} SYNC`,
  ),
  ...['active_days', 'counted_days', 'daily_transitions'].flatMap(name => dropTable(name, layout)),
  // A projection that is still computed can't be dropped.
  killMutations('events', 'MATERIALIZE PROJECTION view_hours', layout),
  `${alter('events', layout)} DROP PROJECTION IF EXISTS view_hours`,
  `${alter('events', layout)} ADD ${daysProjection.replace('PROJECTION', 'PROJECTION IF NOT EXISTS')}`,
  // Neither is waited for. Rows that are marked as deleted go from the disk; parts without the projection are read as rows.
  `${alter('events', layout)} APPLY DELETED MASK`,
  `${alter('events', layout)} MATERIALIZE PROJECTION days`,
];

/** From form 11 to 12. The rows that are there have no values in the columns. */
const addDerivedAndPeople = (layout: Layout): readonly string[] => [
  ...['events', 'checks'].flatMap(name =>
    // The one over the shards after those of rows, which it asks.
    [...new Set([rowsOf(name, layout), name])].map(
      table =>
        `ALTER TABLE ${table}${onCluster(layout)} ${Object.entries(derivedTypes)
          .map(
            ([column, type], at, before) =>
              `ADD COLUMN IF NOT EXISTS ${column} ${type} AFTER ${before[at - 1]?.[0] ?? 'person'}`,
          )
          .join(', ')}`,
    ),
  ),
  ...createPeople(layout),
];

/** Statements may be repeated, and are where they were interrupted. @param form that of the database: `FORM_BEFORE` or a later one */
export const convert = (layout: Layout, form = FORM_BEFORE): readonly string[] => [
  ...(form < 11 ? daysInsteadOfViews(layout) : []),
  ...addDerivedAndPeople(layout),
];
