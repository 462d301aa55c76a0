/** The worker processes beside the owner: started, restarted when they die, and stopped before the owner. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { MetricObjects } from '../http/metrics.ts';
import type { DevelopmentSender } from '../messages/development.ts';
import type { Message } from '../messages/messages.ts';
import type { Notice } from '../messages/notices.ts';
import type { Connection } from '../platform/database/embedded/postmaster.ts';
import { type Channel, openChannel } from './channel.ts';

/**
 * Milliseconds until a dead worker is restarted: at first, and at most; doubled while workers die before they serve.
 */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** Milliseconds for a worker to end before it is killed; more than requests get. */
const STOP_LIMIT = 15_000;
/** Milliseconds for a worker to tell its metrics. */
const METRICS_LIMIT = 2_000;

/** What a worker is told when it asks for its place. */
export interface WorkerPlace {
  /** From 1. */
  readonly number: number;
  /** The owner's Unix socket. */
  readonly socket: string;
  /** How to reach the owner's embedded database; undefined: by URL. */
  readonly connection: Connection | undefined;
}

export interface Workers {
  /** The port on which they listen. */
  readonly port: number;
  /** The metrics of each worker that answers. */
  metrics(): Promise<MetricObjects[]>;
  /** Lets them finish their requests and end. */
  close(): Promise<void>;
}

export interface WorkersParts {
  readonly count: number;
  readonly socket: string;
  readonly connection: Connection | undefined;
  readonly log: Logger;
  /** Keeps the messages that workers send in development. */
  readonly development: DevelopmentSender | undefined;
}

interface Slot {
  readonly number: number;
  worker: Worker | undefined;
  channel: Channel | undefined;
  failures: number;
}

const channelTo = (worker: Worker, answers: Parameters<typeof openChannel>[1]): Channel =>
  openChannel(
    {
      send: message => {
        // A worker that is ending is not sent to; its `exit` says so.
        if (worker.isConnected()) worker.process.send(message, () => {});
      },
      onMessage: take => worker.on('message', take),
      onClose: closed => worker.on('exit', closed),
    },
    answers,
  );

/** Starts the workers. @returns once each of them listens. @throws Error if one ends before */
export const startWorkers = async (parts: WorkersParts): Promise<Workers> => {
  const { count, socket, connection, log, development } = parts;
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('./worker.mjs', import.meta.url)),
    args: [],
    serialization: 'advanced',
  });
  const stopping = new AbortController();
  let port = 0;
  const slots = Array.from(
    { length: count },
    (_, index): Slot => ({ number: index + 1, worker: undefined, channel: undefined, failures: 0 }),
  );

  const answersFor = ({ number }: Slot) => ({
    place: async (): Promise<WorkerPlace> => ({ number, socket, connection }),
    message: async (message: unknown) => development?.send(message as Message),
    notice: async (notice: unknown) => development?.notices?.send(notice as Notice),
  });

  /** Resolves when the worker listens; from then on it is restarted when it dies. */
  const start = async (slot: Slot): Promise<void> => {
    const worker = cluster.fork();
    slot.worker = worker;
    slot.channel = channelTo(worker, answersFor(slot));
    const over = new AbortController();
    const ended = once(worker, 'exit', { signal: over.signal }).then(() => {
      throw new Error(`worker ${slot.number} ended before it served`);
    });
    try {
      const listening = once(worker, 'listening', { signal: over.signal });
      const [address] = (await Promise.race([listening, ended])) as [AddressInfo];
      port = address.port;
      slot.failures = 0;
      watch(slot);
      log.info({ worker: slot.number, worker_pid: worker.process.pid }, 'a worker serves');
    } finally {
      ended.catch(() => undefined);
      over.abort();
    }
  };

  const watch = (slot: Slot): void => {
    slot.worker?.once('exit', (code, signal) => {
      slot.worker = undefined;
      slot.channel = undefined;
      if (stopping.signal.aborted) return;
      log.error({ worker: slot.number, code, signal }, 'a worker died; it is started anew');
      void startAnew(slot);
    });
  };

  const startAnew = async (slot: Slot): Promise<void> => {
    while (!stopping.signal.aborted) {
      const ms = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** slot.failures);
      await wait(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        return await start(slot);
      } catch (error) {
        slot.failures += 1;
        log.error({ err: error, worker: slot.number }, 'a worker could not be started');
      }
    }
  };

  const stop = async ({ worker, channel, number }: Slot): Promise<void> => {
    if (!worker || worker.isDead()) return;
    const ended = once(worker, 'exit');
    const late = setTimeout(() => {
      log.warn({ worker: number }, 'a worker did not end in time; it is killed');
      worker.process.kill('SIGKILL');
    }, STOP_LIMIT);
    channel?.ask('stop').catch(() => undefined);
    await ended;
    clearTimeout(late);
  };

  const close = async (): Promise<void> => {
    stopping.abort();
    await Promise.all(slots.map(stop));
  };

  const started = await Promise.allSettled(slots.map(start));
  const failure = started.find(one => one.status === 'rejected');
  if (failure) {
    await close();
    throw failure.reason;
  }
  const metricsOf = async ({ channel }: Slot): Promise<MetricObjects[]> => {
    const late = wait(METRICS_LIMIT, [] as MetricObjects[], { ref: false });
    const asked = channel?.ask('metrics').then(
      metrics => [metrics as MetricObjects],
      () => [],
    );
    return Promise.race([asked ?? [], late]);
  };
  return {
    port,
    metrics: async () => (await Promise.all(slots.map(metricsOf))).flat(),
    close,
  };
};
