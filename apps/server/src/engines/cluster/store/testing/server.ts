/** ClickHouse for tests: libchdb behind ClickHouse's HTTP interface, in a process of its own (`tools/clickhouse`). */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const kit = fileURLToPath(new URL('../../../../../../../tools/clickhouse/', import.meta.url));

export interface ClickHouseServer {
  readonly url: string;
  /** Of its process. */
  readonly pid: number;
  /** Ends the process immediately, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and address. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

const start = async (folder: string, port: string): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [join(kit, 'server.mjs'), folder, port], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`ClickHouse for tests ended with ${code}`)));
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()));
  });
  return { child, url };
};

const ended = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** @param at its folder, a new one by default; it is removed with the server */
export const startClickHouse = async (at?: string): Promise<ClickHouseServer> => {
  if (!existsSync(join(kit, 'node_modules/chdb')))
    throw new Error('ClickHouse for tests is not installed: `npm run test:all -- backends` does it.');
  const folder = at ?? (await mkdtemp(join(tmpdir(), 'rollcall-clickhouse-')));
  let { child, url } = await start(folder, '0');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended(child);
  };
  return {
    url,
    get pid() {
      return child.pid ?? 0;
    },
    kill,
    restart: async () => {
      ({ child, url } = await start(folder, new URL(url).port));
    },
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
