/**
 * The servers of a URL with several hosts, of which one takes writes: connections go to that one, and after a fail-over to the
 * next that does.
 */
import { callbackify } from 'node:util';
import pg from 'pg';
import { limited } from './pool.ts';

/** The URLs of each host of `postgres://user:password@a:5432,b:5432/name`, in order; undefined where one is not a URL. */
export const urlsOf = (url: string): readonly string[] | undefined => {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)([^/?#]*)(.*)$/.exec(url);
  const [, before = '', hosts = '', after = ''] = parts ?? [];
  const urls = hosts.split(',').map(host => before + host + after);
  // Of several each has to be named: an empty one would be this machine.
  const named = !hosts.includes(',') || hosts.split(',').every(host => host !== '');
  return parts && named && urls.every(one => URL.canParse(one)) ? urls : undefined;
};

/** Answered by a server that takes no writes. */
class NotPrimary extends Error {
  /** PostgreSQL's state for a write in a transaction that is read-only. */
  readonly code = '25006';
  constructor() {
    super('the database takes no writes: it is a standby');
  }
}

/**
 * @param timeoutMs for the answer; the connection is then of no use
 * @throws NotPrimary where the server of the connection takes no writes
 */
export const expectPrimary = async (
  client: { query(statement: pg.QueryConfig): Promise<{ rows: unknown[] }> },
  timeoutMs: number,
): Promise<void> => {
  const { rows } = await client.query(limited(timeoutMs, 'show transaction_read_only'));
  if ((rows[0] as { transaction_read_only?: string } | undefined)?.transaction_read_only !== 'off')
    throw new NotPrimary();
};

type Done = (error?: Error) => void;
type WithClient = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (failure?: Error | boolean) => void,
) => void;

/**
 * The driver's client and pool for these URLs. A connection that is not established, or leads to a standby, makes the next
 * ones begin with the next host; the pool tries each host once before a caller is refused.
 * @param timeoutMs for one caller's connection, shared by the hosts
 */
export const serversOf = (urls: readonly string[], timeoutMs: number) => {
  let current = 0;
  const eachMs = Math.ceil(timeoutMs / urls.length);
  const unreached = new WeakSet<object>();

  class Client extends pg.Client {
    readonly #at = current;

    constructor(config: pg.ClientConfig = {}) {
      super({
        ...config,
        connectionString: urls[current] as string,
        connectionTimeoutMillis: eachMs,
      });
    }

    override connect(): Promise<this>;
    override connect(done: Done): void;
    override connect(done?: Done): Promise<this> | void {
      if (!done) return this.#connect();
      callbackify(() => this.#connect())(error => done(error ?? undefined));
    }

    async #connect(): Promise<this> {
      try {
        await super.connect();
        await expectPrimary(this, eachMs);
        return this;
      } catch (error) {
        if (current === this.#at) current = (current + 1) % urls.length;
        if (error instanceof Error) unreached.add(error);
        await this.end().catch(() => undefined);
        throw error;
      }
    }
  }

  /** Tries again while no connection was established, so that nothing is done twice. */
  const onOne = async <T>(connect: () => Promise<T>): Promise<T> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await connect();
      } catch (error) {
        if (tried >= urls.length || !(error instanceof Error) || !unreached.has(error)) throw error;
      }
    }
  };

  class Pool extends pg.Pool {
    override connect(): Promise<pg.PoolClient>;
    override connect(done: WithClient): void;
    override connect(done?: WithClient): Promise<pg.PoolClient> | void {
      const connect = () => onOne(() => super.connect());
      if (!done) return connect();
      callbackify(connect)((error, client) =>
        done(error ?? undefined, client, failure => client.release(failure)),
      );
    }
  }

  return { Client, Pool, onOne };
};
