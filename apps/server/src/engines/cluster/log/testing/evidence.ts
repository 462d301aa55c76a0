/** For tests: where records are that are not loaded in time, by what each engine says. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import type { Connection } from '../../../../platform/database/embedded/postmaster.ts';

/** Milliseconds for a connection and for a request: an engine that does not answer is evidence too. */
const TIMEOUT = 5_000;

const positions = async (database: Connection): Promise<string[]> => {
  const client = new pg.Client({ ...database, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT });
  await client.connect();
  const lines: string[] = [];
  for (const table of ['usage_partitions', 'usage_loaders']) {
    const { rows } = await client.query<object>(`select *, now() as now from ${table} order by 1, 2`);
    lines.push(...rows.map(row => `${table} ${JSON.stringify(row)}`));
  }
  await client.end();
  return lines;
};

/** What one server of NATS says of each stream and its consumers, and which of the texts each message has. */
const streams = async (server: string, texts: readonly string[]): Promise<string[]> => {
  const connection = await connect({ servers: [server], reconnect: false, timeout: TIMEOUT });
  const jsm = await jetstreamManager(connection, { timeout: TIMEOUT, checkAPI: false });
  const lines: string[] = [];
  for await (const { config, created, state, cluster } of jsm.streams.list()) {
    lines.push(`${server} ${JSON.stringify({ name: config.name, created, state, cluster })}`);
    for await (const { config: of, cluster: on, delivered, num_pending } of jsm.consumers.list(config.name))
      lines.push(
        `${server} ${JSON.stringify({ filter: of.filter_subject, from: of.opt_start_seq, on: on?.leader, delivered, num_pending })}`,
      );
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await jsm.streams.getMessage(config.name, { seq });
      if (!message) continue;
      const body = Buffer.from(message.data).toString('latin1');
      const found = texts.filter(text => body.includes(text));
      if (found.length > 0) lines.push(`${server} ${message.subject} ${seq} has ${found.join(' ')}`);
    }
  }
  await connection.close();
  return lines;
};

/**
 * @param servers of NATS
 * @param texts what is missing, such as ids of events
 */
export const evidence = async (
  { servers, database }: { readonly servers: readonly string[]; readonly database: Connection },
  texts: readonly string[],
): Promise<string> => {
  const parts = [positions(database), ...servers.map(server => streams(server, texts))];
  const said = await Promise.allSettled(parts);
  return said.flatMap(part => (part.status === 'fulfilled' ? part.value : String(part.reason))).join('\n');
};
