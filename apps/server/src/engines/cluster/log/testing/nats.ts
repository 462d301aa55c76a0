/** For tests: nats-server processes on this machine, alone or as a cluster, that can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Debian installs it where not every user's PATH leads. */
const program = (): string => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  const found = folders.map(folder => join(folder, 'nats-server')).find(path => existsSync(path));
  if (found === undefined)
    throw new Error('nats-server is missing; npm run test:all -- backends installs it.');
  return found;
};

/** Ports that are free now. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(server => once(server, 'listening')));
  const ports = servers.map(server => (server.address() as { port: number }).port);
  await Promise.all(servers.map(server => once(server.close(), 'close')));
  return ports;
};

export class NatsNode {
  readonly url: string;
  #child: ChildProcess | undefined;

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly args: readonly string[],
  ) {
    this.url = `127.0.0.1:${port}`;
  }

  /** Resolves when it takes connections. */
  async start(): Promise<void> {
    const child = spawn(program(), this.args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stderr })) {
      if (!line.endsWith('Server is ready')) continue;
      // What else it says is not kept.
      child.stderr.resume();
      return;
    }
    throw new Error(`nats-server ended: ${this.args.join(' ')}`);
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Lets it answer nothing, without ending it, until `resume`. Resolves when it has stopped, which takes a busy machine a moment. */
  async pause(): Promise<void> {
    this.#child?.kill('SIGSTOP');
    while (!/\) T /.test(await readFile(`/proc/${this.#child?.pid}/stat`, 'utf8')))
      await new Promise(resolve => setImmediate(resolve));
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }
}

export interface Nats {
  readonly nodes: readonly NatsNode[];
  readonly servers: readonly string[];
  /** Holds what each of them stores, in a folder of its number. */
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Starts so many servers with JetStream: a cluster where they are several.
 * @param at their folder, which stays at the end; a new one by default, which is removed
 */
export const startNats = async (count = 1, at?: string): Promise<Nats> => {
  const folder = at ?? (await mkdtemp(join(tmpdir(), 'rollcall-nats-')));
  const ports = await freePorts(2 * count);
  const clients = ports.slice(0, count);
  const routes = ports.slice(count).map(port => `nats://127.0.0.1:${port}`);
  const nodes = clients.map((port, n) => {
    const args = ['-a', '127.0.0.1', '-p', `${port}`, '-js', '-sd', join(folder, `${n}`)];
    const name = `n${n}`;
    const cluster =
      count === 1
        ? []
        : ['-n', name, '--cluster_name', 'test', '--cluster', routes[n] ?? '', '--routes', routes.join(',')];
    // A client that a test leads through a proxy is told of no way around it.
    if (count > 1) cluster.push('--no_advertise=true');
    return new NatsNode(name, port, [...args, ...cluster]);
  });
  const close = async () => {
    await Promise.all(nodes.map(node => node.kill()));
    if (at === undefined) await rm(folder, { recursive: true, force: true });
  };
  const begun = await Promise.allSettled(nodes.map(node => node.start()));
  const failed = begun.find(one => one.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  return { nodes, servers: nodes.map(({ url }) => url), folder, close };
};
