/** Entry point: reads the configuration, starts the server, prints its URL, and stops it on SIGTERM and SIGINT. */
import { type Config, readConfig } from './config.ts';
import { ConfigError } from '../platform/config-reader.ts';
import { createLog } from '../platform/log.ts';
import { hasAllRoles } from './roles.ts';
import { startServer } from './start.ts';

/** Time limit of the shutdown in ms. */
const STOP_LIMIT = 30_000;

const configuration = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(error instanceof ConfigError ? 78 : 1);
  }
};

/** What log lines say of this process, where it is not the only one. */
const processOf = ({ roles, workers }: Config) => {
  if (workers > 1) return { bindings: { pid: process.pid, process: 'owner' } };
  return hasAllRoles(roles) ? {} : { bindings: { pid: process.pid, roles: roles.join(',') } };
};

const main = async (): Promise<void> => {
  const config = configuration();
  const log = createLog({ ...config, ...processOf(config) });
  let stopSignal: NodeJS.Signals | undefined;
  let stop: (() => Promise<void>) | undefined;

  const end = async (code: number) => {
    // Ends a shutdown that hangs; unref'd, so that it does not keep the process alive.
    setTimeout(() => process.exit(1), STOP_LIMIT).unref();
    try {
      await stop?.();
    } catch (error) {
      log.fatal({ err: error }, 'could not stop in good order');
      process.exit(1);
    }
    process.exit(code);
  };
  const signalled = (signal: NodeJS.Signals) => {
    // During the start the signal is remembered and handled afterwards; a second signal exits immediately.
    if (stopSignal) process.exit(1);
    stopSignal = signal;
    if (stop) void end(0);
  };
  process.on('SIGTERM', signalled);
  process.on('SIGINT', signalled);
  const broken = (what: string) => (error: unknown) => {
    log.fatal({ err: error }, what);
    void end(1);
  };
  process.on('uncaughtException', broken('uncaught exception'));
  process.on('unhandledRejection', broken('unhandled rejection'));

  try {
    const running = await startServer(config, { log });
    stop = running.stop;
    if (stopSignal) return await end(0);
    const shown = running.development ? ` Codes that it sends: ${running.url}/dev/messages` : '';
    // Printed and not logged, because logs are stored and widely readable.
    const admin = running.adminLink ? `Make the console's first admin, once: ${running.adminLink}\n` : '';
    process.stdout.write(`Rollcall is ready at ${running.url}.${shown}\n${admin}`);
    if (!running.ended) return;
    const result = await running.ended;
    log.fatal({ result }, 'the embedded database ended by itself');
    process.stderr.write('The embedded database ended by itself; Rollcall ends too.\n');
    await end(1);
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    process.stderr.write(`Rollcall could not start: ${(error as Error).message}\n`);
    process.exit(error instanceof ConfigError ? 78 : 1);
  }
};

await main();
