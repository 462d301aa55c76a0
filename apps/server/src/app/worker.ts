/**
 * Entry point of a worker: serves accounts and the console beside the owner, which started it. It stops when the owner says so,
 * and ends with it; signals, which a terminal or a supervisor sends to both, are the owner's.
 */
import { createLog } from '../platform/log.ts';
import { openChannel } from './channel.ts';
import { readConfig } from './config.ts';
import { startServer } from './start.ts';
import type { WorkerPlace } from './workers.ts';

process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});

const config = readConfig(process.env);
let stop: (() => Promise<void>) | undefined;
let readMetrics: () => Promise<unknown> = async () => [];

const channel = openChannel(
  {
    send: message => void process.send?.(message, undefined, {}, () => {}),
    onMessage: take => process.on('message', take),
    // node:cluster ends a worker whose owner has ended.
    onClose: () => {},
  },
  {
    metrics: () => readMetrics(),
    stop: async () => {
      await stop?.();
      process.exit(0);
    },
  },
);

const place = (await channel.ask('place')) as WorkerPlace;
const log = createLog({ ...config, bindings: { pid: process.pid, process: `worker-${place.number}` } });
const broken = (what: string) => (error: unknown) => {
  log.fatal({ err: error }, what);
  process.exit(1);
};
process.on('uncaughtException', broken('uncaught exception'));
process.on('unhandledRejection', broken('unhandled rejection'));

try {
  const running = await startServer(config, {
    log,
    worker: {
      ...place,
      relay: {
        message: message => channel.ask('message', message).then(() => undefined),
        notice: notice => channel.ask('notice', notice).then(() => undefined),
      },
    },
  });
  stop = running.stop;
  readMetrics = running.readMetrics;
} catch (error) {
  broken('could not start')(error);
}
