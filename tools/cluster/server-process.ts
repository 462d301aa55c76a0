/** One process of the built server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../apps/server/dist/main.mjs', import.meta.url));

export interface ServerProcess {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  /** One-time URL that creates the console's first admin. */
  readonly adminLink: string | undefined;
  /** False once it ended, for whatever reason. */
  readonly running: boolean;
  /** Ends it by SIGKILL; resolves when it is gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again at the same port, after it ended. */
  readonly restart: () => Promise<void>;
  /** Sends SIGTERM and waits. @throws Error if it ended otherwise than it should */
  readonly stop: () => Promise<void>;
}

/** Resolves when it is ready. @param port 0: a free one. @throws Error if it ends before */
const start = async (name: string, port: number, env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', ...env, ROLLCALL_PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let out = '';
  const ready = new Promise<void>(resolve => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (/^Rollcall is ready at .*\n/m.test(out)) resolve();
    });
  });
  const early = exit.then(([code, signal]) => {
    throw new Error(`${name} ended with ${signal ?? code} before it was ready.`);
  });
  await Promise.race([ready, early]);
  early.catch(() => undefined);
  const url = /Rollcall is ready at (http:\/\/[^\s]+:\d+)/.exec(out)?.[1] ?? '';
  return { child, exit, url, adminLink: /once: (\S+)/.exec(out)?.[1] };
};

/** Resolves when it is ready, on a free port. @throws Error if it ends before */
export const startServerProcess = async (
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> => {
  const first = await start(name, 0, env);
  const { url, adminLink } = first;
  let { child, exit } = first;
  const port = Number(new URL(url).port);
  const running = () => child.exitCode === null && child.signalCode === null;
  return {
    name,
    url,
    port,
    adminLink,
    get pid() {
      return child.pid ?? 0;
    },
    get running() {
      return running();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
    restart: async () => {
      ({ child, exit } = await start(name, port, env));
    },
    stop: async () => {
      // One that somebody killed, to see what happens, is over.
      if (!running()) return;
      child.kill('SIGTERM');
      const [code, signal] = await exit;
      if (code !== 0) throw new Error(`${name} ended with ${signal ?? code}.`);
    },
  };
};
