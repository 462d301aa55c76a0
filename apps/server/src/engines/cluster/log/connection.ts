/**
 * The connection to the NATS servers. It is made in the background and made again by itself whenever it is lost, so that a server
 * starts, and answers what needs no event log, while NATS is not there.
 */
import { readFileSync } from 'node:fs';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { NatsSettings } from '../../../events/log/nats-settings.ts';
import { type Alone, ensureStream } from './stream.ts';

/** Milliseconds for a first connection, for one request to the servers, and between two attempts. */
const CONNECT = 5_000;
export const REQUEST = 5_000;
const AGAIN = 1_000;
/** Milliseconds between two pings, of which two may stay unanswered: a server that is silent is left. */
const PING = 10_000;

export interface Connected {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
}

export class Connection {
  readonly #settings: NatsSettings;
  readonly #log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly #alone: Alone;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<() => void>();
  #connected: Connected | undefined;
  #live = false;
  #ready: Promise<Connected>;
  #resolve: (connected: Connected) => void = () => {};
  readonly #running: Promise<void>;
  #said = '';
  readonly #versions = new Set<string>();

  constructor(
    settings: NatsSettings,
    log: Pick<Logger, 'info' | 'warn' | 'error'>,
    alone: Alone = work => work(),
  ) {
    this.#settings = settings;
    this.#log = log;
    this.#alone = alone;
    this.#ready = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#closing.signal.addEventListener('abort', () => reject(new Error('The event log is closed.')));
    });
    this.#ready.catch(() => undefined);
    this.#running = this.#run();
  }

  /** The connection while it lives; undefined while the servers can't be reached. */
  get live(): Connected | undefined {
    return this.#live ? this.#connected : undefined;
  }

  /** Of every server that it was connected to so far, such as 2.9.10; one that did not say is empty. */
  get versions(): ReadonlySet<string> {
    return this.#versions;
  }

  /** Resolves with the first connection. @throws Error if the log is closed before */
  ready(): Promise<Connected> {
    return this.#ready;
  }

  /** Calls `listener` after each connection that was made again. @returns ends that */
  onReconnect(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#live = false;
    await this.#connected?.connection.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      let connection: NatsConnection | undefined;
      try {
        connection = await connect({
          servers: [...this.#settings.servers],
          name: 'rollcall',
          timeout: CONNECT,
          reconnect: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: AGAIN,
          pingInterval: PING,
          maxPingOut: 2,
          ...credentialsOf(this.#settings),
        });
        const jsm = await jetstreamManager(connection, { timeout: REQUEST, checkAPI: false });
        await ensureStream(jsm, this.#settings, this.#log, this.#alone);
        this.#connected = { connection, js: jetstream(connection, { timeout: REQUEST }), jsm };
        if (signal.aborted) break;
        this.#begin(connection);
        this.#said = '';
        this.#log.info({ server: connection.getServer() }, 'connected to NATS');
        this.#resolve(this.#connected);
        await this.#watch(this.#connected);
        // It ended for good, such as after the servers refused the user more than once: another one is made.
        this.#live = false;
        await pause(AGAIN, signal);
      } catch (error) {
        await connection?.close();
        if (signal.aborted) return;
        const text = String(error);
        // The same again and again says nothing new.
        if (text !== this.#said)
          this.#log.error(
            { err: error, servers: this.#settings.servers },
            'the event log in NATS cannot be used now',
          );
        this.#said = text;
        await pause(AGAIN, signal);
      }
    }
    if (signal.aborted) await this.#connected?.connection.close();
  }

  #begin({ info }: NatsConnection): void {
    this.#versions.add(info?.version ?? '');
    this.#live = true;
    for (const listener of this.#listeners) listener();
  }

  async #watch({ connection, jsm }: Connected): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#live = false;
        this.#log.warn({ server: status.server }, 'the connection to NATS was lost');
      } else if (status.type === 'reconnect') {
        // Servers that were restored may have no stream.
        await ensureStream(jsm, this.#settings, this.#log, this.#alone).catch((error: unknown) =>
          this.#log.error({ err: error }, 'the stream of the event log cannot be looked up'),
        );
        this.#log.info({ server: status.server }, 'connected to NATS again');
        this.#begin(connection);
      }
    }
  }
}

const credentialsOf = ({ user, password, credentials, tls }: NatsSettings) => ({
  ...(user === undefined ? {} : { user, ...(password === undefined ? {} : { pass: password }) }),
  ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(readFileSync(credentials)) }),
  ...(tls === undefined ? {} : { tls: tls.ca === undefined ? {} : { caFile: tls.ca } }),
});

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
