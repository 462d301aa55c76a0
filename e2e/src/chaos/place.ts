/** The school that pupils use: one server, started anew whenever it ends, as systemd does. */
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer } from '../server.ts';

export interface Place {
  /** Where the server listens; changes with each start. */
  url(): string;
  /** The newest code that was sent to a number. */
  code(to: string): Promise<string>;
  /** Called with each answer that needs the database, and when its request was sent. */
  answered(sent: number): void;
  readonly server: () => RunningServer;
  /** Does something to it, and resolves when a request that was sent after it is answered. @returns milliseconds until then */
  strike(fault: (server: () => RunningServer) => Promise<void> | void): Promise<number>;
  stop(): Promise<void>;
}

/** @param data its data folder */
export const startPlace = async (data: string, env: Record<string, string>): Promise<Place> => {
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
    code: to => server.code(to),
    answered: sent => recovered(sent),
    server: () => server,
    strike: async fault => {
      const began = performance.now();
      await fault(() => server);
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
