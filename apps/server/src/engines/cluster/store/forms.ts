/**
 * What brings a database of the release before to the form of this one. Its processes are stopped first: they would write to tables that
 * are gone.
 */
import { alter, killMutations, type Layout, onCluster, rowsOf } from './ddl.ts';
import { daysProjection } from './days.ts';

/** The number of the form that `createTables` makes. */
export const FORM = 11;
/** That of the release before. */
export const FORM_BEFORE = 10;

const dropTable = (name: string, layout: Layout): readonly string[] =>
  // The one over the shards before those of rows.
  [...new Set([name, rowsOf(name, layout)])].map(
    table => `DROP TABLE IF EXISTS ${table}${onCluster(layout)} SYNC`,
  );

/** Statements may be repeated, and are where they were interrupted. */
export const convert = (layout: Layout): readonly string[] => [
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
