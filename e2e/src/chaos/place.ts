/** The school that pupils use: one server, restarted whenever it ends, as systemd does. */
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer } from '../server.ts';

export interface Place {
  /** Where it is reached; may change with each start. */
  url(): string;
  /** The newest code that was sent to a number. */
  code(to: string): Promise<string>;
  /** Called with each answer that needs the database, when its request was sent, and whose it is. */
  answered(sent: number, who: string): void;
  /** Does something to it, and resolves when it is as before. @returns milliseconds until then */
  strike(fault: () => Promise<void> | void): Promise<number>;
  stop(): Promise<void>;
}

export interface OneServer extends Place {
  readonly server: () => RunningServer;
}

/**
 * @param data its data folder
 * @param code reads the newest code that was sent to a number, where the server does not show it itself
 */
export const startPlace = async (
  data: string,
  env: Record<string, string>,
  code?: Place['code'],
): Promise<OneServer> => {
  let stopping = false;
  let restarts = 0;
  let server = await startServer(data, env);
  let recovered = (_sent: number): void => {};
  const guard = (running: RunningServer): void => {
    running.process.once('exit', () => {
      if (stopping) return;
      restarts += 1;
      void restart();
    });
  };
  const restart = async () => {
    // One that cannot start is tried again.
    for (;;) {
      try {
        server = await startServer(data, env);
        return guard(server);
      } catch (error) {
        if (stopping || restarts > 1_000) throw error;
        await wait(500);
      }
    }
  };
  guard(server);
  return {
    url: () => server.url,
    code: code ?? (to => server.code(to)),
    answered: sent => recovered(sent),
    server: () => server,
    strike: async fault => {
      const began = performance.now();
      await fault();
      // A request that was sent after it is answered.
      await new Promise<void>(resolve => {
        const struck = performance.now();
        recovered = sent => {
          if (sent > struck) resolve();
        };
      });
      return performance.now() - began;
    },
    stop: async () => {
      stopping = true;
      await server.stop();
    },
  };
};
