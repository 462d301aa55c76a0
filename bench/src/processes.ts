/** Starts the servers that are measured, each a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** What it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

async function started(child: ChildProcess): Promise<Running> {
  // A section that fails leaves none behind.
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-1e5);
      const ready = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', code => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const options = (env: Record<string, string>) => ({
  cwd: root,
  env: { ...process.env, ...env },
  stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
});

/** The built server, on this database; quiet, as in production. @param settings further variables */
export const startRollcall = (
  databaseUrl: string,
  data: string,
  settings: Record<string, string> = {},
): Promise<Running> =>
  started(
    spawn(
      process.execPath,
      [join(root, 'apps/server/dist/main.mjs')],
      options({
        ROLLCALL_PORT: '0',
        ROLLCALL_DATA: data,
        ROLLCALL_DATABASE_URL: databaseUrl,
        ROLLCALL_LOG_LEVEL: 'warn',
        ROLLCALL_CODE_RETRY_SECONDS: '0',
        ...settings,
      }),
    ),
  );

/** better-auth with its own defaults, on the same database in a schema of its own. */
export const startBetterAuth = (databaseUrl: string): Promise<Running> =>
  started(
    spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'peers/better-auth.ts')],
      options({ PEER_DATABASE_URL: databaseUrl, NODE_ENV: 'production' }),
    ),
  );

/** Bare oidc-provider with its store in memory. @param client its only one */
export const startOidcProvider = (client: {
  id: string;
  secret: string;
  redirect: string;
}): Promise<Running> =>
  started(
    spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'peers/oidc-provider.ts')],
      options({ PEER_CLIENT: JSON.stringify(client), NODE_ENV: 'production' }),
    ),
  );
