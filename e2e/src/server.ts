/** The built server as a process of its own, with a data folder of its own: what `npm start` runs. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { farAway, slow } from './slow.ts';

const root = join(import.meta.dirname, '../..');

export interface RunningServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** The newest code that was sent to this address. */
  code(to: string): Promise<string>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
  /** Kills the server and everything below it immediately, as a power cut would. */
  kill(): Promise<void>;
}

/** Every process below `pid`, itself first (Linux). */
export function tree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const found = [pid];
  for (const at of found) for (const [child, parent] of parents) if (parent === at) found.push(child);
  return found;
}

/** A data folder that goes with the test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'rollcall-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Starts the server on a free port and resolves when it answers.
 * @param data its data folder
 * @param env more of its environment
 * @param onSpawn called with the process before it is ready
 */
export async function startServer(
  data: string,
  env: Record<string, string> = {},
  onSpawn?: (child: ChildProcess) => void,
): Promise<RunningServer> {
  const child = spawn(process.execPath, [join(root, 'apps/server/dist/main.mjs')], {
    cwd: root,
    // Most tests are about adults; minors.test.ts tests the default, which asks everyone for the age.
    env: {
      ...process.env,
      ROLLCALL_PORT: '0',
      ROLLCALL_DATA: data,
      ROLLCALL_MINORS: 'off',
      ...(slow ? farAway(env) : env),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onSpawn?.(child);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
      if (output.length > 1e6) output = output.slice(-1e5);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code, signal) =>
      reject(new Error(`The server ended with ${signal ?? code} before it was ready:\n${output}`)),
    );
  });
  const ended = () =>
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  return {
    url,
    process: child,
    async code(to) {
      const answer = await fetch(`${url}/dev/messages.json?to=${encodeURIComponent(to)}`);
      const [newest] = (await answer.json()) as { code: string }[];
      if (!newest) throw new Error(`Nothing was sent to ${to}.`);
      return newest.code;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended();
    },
    async kill() {
      killTree(child);
      await ended();
    },
  };
}

export function killTree(child: ChildProcess): void {
  for (const pid of tree(child.pid ?? 0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}
