/**
 * Runs a few queries concurrently, each with a timeout, and none while the file is replaced. One connection is kept
 * for light queries, so
 * that they never wait behind the others.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { rowsOf } from './statements.ts';
import type { ResultRow } from '../../../events/store/query-client.ts';
import type { StoreCalls } from './protocol.ts';
import { QueryCancelled, StoreUnavailable } from '../../../events/store/errors.ts';

/** Its time is over, its caller cancelled it, or the store is closed. */
type StopReason = 'time' | 'caller' | 'closed';
const stopError = (reason: StopReason): Error =>
  reason === 'closed' ? new StoreUnavailable('the event store is closed') : new QueryCancelled(reason);

type Question = StoreCalls['query']['in'];

interface Waiting {
  readonly id: number;
  readonly question: Question;
  connection: DuckDBConnection | undefined;
  stopped: StopReason | undefined;
  again: NodeJS.Timeout | undefined;
  readonly done: (result: Promise<readonly ResultRow[]>) => void;
}

/** Milliseconds after which a query that does not stop is interrupted again. */
const AGAIN = 20;

export class Readers {
  #free: DuckDBConnection[] = [];
  #all = 0;
  /** Running queries that are not light. */
  #heavy = 0;
  #paused = true;
  readonly #queue: Waiting[] = [];
  readonly #known = new Map<number, Waiting>();
  #idle: (() => void) | undefined;

  /** Takes connections into use. */
  resume(connections: readonly DuckDBConnection[]): void {
    this.#free = [...connections];
    this.#all = connections.length;
    this.#paused = false;
    this.#next();
  }

  /** Lets running queries finish; later ones wait until `resume`. */
  async pause(): Promise<void> {
    this.#paused = true;
    if (this.#free.length < this.#all) {
      await new Promise<void>(resolve => {
        this.#idle = resolve;
      });
    }
    this.#free = [];
    this.#all = 0;
  }

  /**
   * @param id by which `stop` knows it
   * @param question `timeout`: milliseconds from now, waiting included
   * @throws QueryCancelled, StoreUnavailable
   */
  async ask(id: number, question: Question): Promise<readonly ResultRow[]> {
    const timer = setTimeout(() => this.stop(id, 'time'), question.timeout);
    try {
      return await new Promise<readonly ResultRow[]>((resolve, reject) => {
        const waiting: Waiting = {
          id,
          question,
          connection: undefined,
          stopped: undefined,
          again: undefined,
          done: result => void result.then(resolve, reject),
        };
        this.#known.set(id, waiting);
        this.#queue.push(waiting);
        this.#next();
      });
    } finally {
      clearTimeout(timer);
      this.#known.delete(id);
    }
  }

  /** Ends a query that waits or runs; nothing where it is over. */
  stop(id: number, why: StopReason): void {
    const waiting = this.#known.get(id);
    if (!waiting || waiting.stopped) return;
    waiting.stopped = why;
    const { connection } = waiting;
    if (connection) {
      connection.interrupt();
      // An interruption is lost where the database had not begun yet, so it is repeated until the query ends.
      waiting.again = setInterval(() => connection.interrupt(), AGAIN);
      return;
    }
    this.#queue.splice(this.#queue.indexOf(waiting), 1);
    waiting.done(Promise.reject(stopError(why)));
  }

  /** Ends every query that waits or runs, as the store is closed. */
  stopAll(): void {
    for (const id of this.#known.keys()) this.stop(id, 'closed');
  }

  #next(): void {
    while (!this.#paused && this.#free.length > 0) {
      const mayBeHeavy = this.#heavy < this.#all - 1;
      const at = this.#queue.findIndex(({ question }) => mayBeHeavy || question.light);
      const [waiting] = at < 0 ? [] : this.#queue.splice(at, 1);
      const connection = waiting && this.#free.pop();
      if (!connection) return;
      waiting.connection = connection;
      waiting.done(this.#run(waiting, connection));
    }
  }

  async #run(waiting: Waiting, connection: DuckDBConnection): Promise<readonly ResultRow[]> {
    const { sql, values, light } = waiting.question;
    if (!light) this.#heavy += 1;
    try {
      return await rowsOf(connection, sql, values);
    } catch (error) {
      throw waiting.stopped ? stopError(waiting.stopped) : error;
    } finally {
      clearInterval(waiting.again);
      if (!light) this.#heavy -= 1;
      waiting.connection = undefined;
      this.#known.delete(waiting.id);
      this.#free.push(connection);
      if (this.#paused && this.#free.length === this.#all) this.#idle?.();
      this.#next();
    }
  }
}
