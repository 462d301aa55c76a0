/** Statements that make tables: on one server as they are, in a cluster as a replicated table of each shard and one over all shards. */

import { literal } from './literal.ts';

/** Where the tables are. */
export interface Layout {
  readonly database: string;
  /** The cluster's name in the servers' configuration; undefined for one server. */
  readonly cluster: string | undefined;
}

export interface TableForm {
  readonly name: string;
  /** Name and type of what is written. */
  readonly columns: Readonly<Record<string, string>>;
  /** Further lines: aliases, indexes, projections. */
  readonly more?: readonly string[];
  readonly engine: 'MergeTree' | 'AggregatingMergeTree' | 'ReplacingMergeTree';
  /** Of a ReplacingMergeTree: the column of whose values the greatest stays. @default the last that was written */
  readonly version?: string;
  readonly partition?: string;
  readonly order: string;
  /** By what the rows are spread over a cluster's shards. */
  readonly shard: string;
  /** Whether a block that comes again with its token is left out. */
  readonly deduplicates?: true;
}

/** What has a statement of DDL run on every server. */
export const onCluster = ({ cluster }: Layout): string =>
  cluster === undefined ? '' : ` ON CLUSTER ${named(cluster)}`;

/** An identifier as SQL has it. */
export const named = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** The table that holds the rows: of this name on one server, of each shard in a cluster. Mutations go there. */
export const rowsOf = (name: string, { cluster }: Layout): string =>
  cluster === undefined ? name : `${name}_local`;

/** A table of the system, of every server. */
const everywhere =
  (name: string) =>
  ({ cluster }: Pick<Layout, 'cluster'>): string =>
    cluster === undefined ? name : `clusterAllReplicas(${named(cluster)}, ${name})`;

export const parts = everywhere('system.parts');
const mutations = everywhere('system.mutations');
/** Running statements. */
export const processes = everywhere('system.processes');
/** Condition on a table of the system: about the one that holds a table's rows. */
export const isOf = (name: string, layout: Layout): string =>
  `database = ${literal(layout.database)} AND table = ${literal(rowsOf(name, layout))}`;

/** Mutations of a table that are not done, of every server. */
export const unfinished = (name: string, layout: Layout): string =>
  `${mutations(layout)} WHERE ${isOf(name, layout)} AND NOT is_done`;

/** Ends the statements whose id begins so, on every server with what they have it do for others; answered once they have ended. */
export const kill = (id: string, layout: Layout): string =>
  `KILL QUERY${onCluster(layout)} WHERE startsWith(initial_query_id, ${literal(id)}) SYNC`;

/** Ends the mutations of a table whose command has a text in it; answered once they have ended. */
export const killMutations = (table: string, command: string, layout: Layout): string =>
  `KILL MUTATION${onCluster(layout)} WHERE ${isOf(table, layout)}
   AND position(command, ${literal(command)}) > 0 SYNC`;

/** `ALTER TABLE …` of the table that holds the rows, on every server. */
export const alter = (name: string, layout: Layout): string =>
  `ALTER TABLE ${rowsOf(name, layout)}${onCluster(layout)}`;

/** Removes rows of a table on every server. */
export const deleteRows = (name: string, where: string, layout: Layout): string =>
  `${alter(name, layout)} DELETE WHERE ${where}`;

/** Blocks whose tokens a table remembers, so that a block that comes again with its token is left out, and seconds for which replicas do. */
const BLOCKS = 10_000;
const SECONDS = 30 * 24 * 3600;
const tokensKept = ({ cluster }: Layout): readonly string[] =>
  cluster === undefined
    ? // Without it a plain table ignores tokens.
      [`non_replicated_deduplication_window = ${BLOCKS}`]
    : [`replicated_deduplication_window = ${BLOCKS}`, `replicated_deduplication_window_seconds = ${SECONDS}`];

/** Removes every row of a table. */
export const truncate = (name: string, layout: Layout): string =>
  `TRUNCATE TABLE ${rowsOf(name, layout)}${onCluster(layout)}`;

export const table = (form: TableForm, layout: Layout): readonly string[] => {
  const { name, columns, more = [], engine, version, partition, order, shard, deduplicates } = form;
  const replicated = layout.cluster !== undefined;
  const settings = [
    ...(deduplicates ? tokensKept(layout) : []),
    // An insert is on the disk before it is answered, since the event log then lets go of its batch. Merged parts need no sync: the parts that
    // they are made of stay for minutes.
    'fsync_after_insert = 1',
    'fsync_part_directory = 1',
  ];
  const lines = [...Object.entries(columns).map(([column, type]) => `${column} ${type}`), ...more];
  const rows = `CREATE TABLE IF NOT EXISTS ${rowsOf(name, layout)}${onCluster(layout)} (${lines.join(', ')})
    ENGINE = ${
      replicated
        ? `Replicated${engine}('/clickhouse/tables/{shard}/${layout.database}/${name}', '{replica}'${version === undefined ? '' : `, ${version}`})`
        : `${engine}${version === undefined ? '' : `(${version})`}`
    }
    ${partition === undefined ? '' : `PARTITION BY ${partition}`} ORDER BY (${order}) SETTINGS ${settings.join(', ')}`;
  if (!replicated) return [rows];
  const { cluster = '' } = layout;
  return [
    rows,
    `CREATE TABLE IF NOT EXISTS ${name}${onCluster(layout)} AS ${rowsOf(name, layout)}
     ENGINE = Distributed(${named(cluster)}, currentDatabase(), ${rowsOf(name, layout)}, ${shard})`,
  ];
};

export const view =
  (name: string, select: string) =>
  (layout: Layout): string =>
    `CREATE VIEW IF NOT EXISTS ${name}${onCluster(layout)} AS ${select}`;
