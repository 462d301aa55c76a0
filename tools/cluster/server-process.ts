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
  /** Sends SIGTERM and waits. @throws Error if it ended otherwise than it should */
  readonly stop: () => Promise<void>;
}

/** Resolves when it is ready, on a free port. @throws Error if it ends before */
export const startServerProcess = async (
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', ...env, ROLLCALL_PORT: '0' },
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
  return {
    name,
    pid: child.pid ?? 0,
    url,
    port: Number(new URL(url).port),
    adminLink: /once: (\S+)/.exec(out)?.[1],
    stop: async () => {
      // One that somebody killed, to see what happens, is over.
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const [code, signal] = await exit;
      if (code !== 0) throw new Error(`${name} ended with ${signal ?? code}.`);
    },
  };
};
