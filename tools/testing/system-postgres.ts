/** A PostgreSQL of the system's packages, of the same version as its `pg_dump`: the one beside Rollcall has no client programs. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

/** The folder of the newest version's programs; undefined where none is installed. */
const programs = (): string | undefined => {
  if (!existsSync(VERSIONS)) return undefined;
  return readdirSync(VERSIONS)
    .toSorted((a, b) => Number(b) - Number(a))
    .map(version => join(VERSIONS, version, 'bin'))
    .find(folder => ['initdb', 'pg_ctl', 'pg_dump', 'psql'].every(name => existsSync(join(folder, name))));
};

export interface SystemPostgres {
  /** The URL of a database, for the superuser unless another user is named. */
  url(database: string, user?: string): string;
  /** Runs a file of SQL as the superuser. */
  execute(file: string): void;
  /** An environment in which a shell finds the client programs. */
  readonly env: Record<string, string>;
  stop(): void;
}

/** Starts it, reached by a Unix socket only; undefined where it is not installed. */
export const startSystemPostgres = (): SystemPostgres | undefined => {
  const bin = programs();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-pg-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const root = process.getuid?.() === 0;
  if (root) for (const path of [folder, data]) chownSync(path, NOBODY, NOBODY);
  const run = (name: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(bin, name), args, {
      // What the server inherits stays open as long as it runs.
      stdio: ['ignore', 'ignore', name === 'initdb' ? 'pipe' : 'ignore'],
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      ...(root ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
    const options = `-k ${folder} -c listen_addresses='' -c fsync=off`;
    run('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', options, 'start');
  } catch (error) {
    remove();
    throw error;
  }
  return {
    url: (database, user = 'postgres') => `postgres://${user}@${encodeURIComponent(folder)}/${database}`,
    execute(file) {
      const args = ['-q', '-v', 'ON_ERROR_STOP=1', '-f', file, this.url('postgres')];
      const { status, stderr } = spawnSync(join(bin, 'psql'), args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`psql ended with ${status}: ${stderr}`);
    },
    env: { PATH: [bin, process.env['PATH']].join(delimiter) },
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', '-s', 'stop');
      remove();
    },
  };
};
