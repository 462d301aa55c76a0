import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WATCHDOG_SOURCE } from './watchdog.ts';
import type { DatabaseUser } from './user.ts';

export interface Exit {
  code: number | null;
  signal: string | null;
}

/** A program that ends when this process does, however this process ends. */
export interface Launched {
  /** Called for every line it writes to standard error. */
  onLine(listener: (line: string) => void): void;
  /** Resolves when it is gone and its last line was handed out; also when it could not be started. */
  exited: Promise<Exit>;
  signal(name: 'INT' | 'QUIT' | 'KILL'): void;
}

export interface Launcher {
  start(command: string, args: string[], options: { cwd: string; pgCtl?: string }): Launched;
  /** In words, for the log. */
  description: string;
}

/** Shuts postgres down for good after this time (ms) without an end of its own. */
const PATIENCE = 20_000;

/**
 * The environment of postgres: nothing of the server's secrets, nothing of PG*, whatever language the machine speaks.
 */
function environment(): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir', 'SystemDrive']) {
    if (process.env[name] !== undefined) kept[name] = process.env[name];
  }
  return kept;
}

function watch(child: ChildProcess, signal: Launched['signal']): Launched {
  const listeners: ((line: string) => void)[] = [];
  let rest = '';
  const emit = (line: string) => {
    for (const listener of listeners) listener(line);
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    lines.forEach(emit);
  });
  const exited = new Promise<Exit>(resolve => {
    child.once('error', error => {
      emit(error.message);
      resolve({ code: 127, signal: null });
    });
    child.once('exit', (code, signalled) => {
      const end = () => {
        if (rest) emit(rest);
        rest = '';
        resolve({ code, signal: signalled });
      };
      // 'close' waits for everyone who holds the pipe; a process that outlives the postmaster must not hold us up.
      const late = setTimeout(end, 1_000);
      child.once('close', () => {
        clearTimeout(late);
        end();
      });
    });
  });
  return { onLine: listener => void listeners.push(listener), exited, signal };
}

/** By setpriv of util-linux: the kernel itself signals postgres when this thread ends. */
export function setprivLauncher(args: string[], description: string): Launcher {
  return {
    description,
    start(command, commandArgs, { cwd }) {
      const child = spawn('setpriv', [...args, '--pdeathsig', 'INT', '--', command, ...commandArgs], {
        cwd,
        // Its own session: Ctrl-C in a terminal must reach the server alone, which stops us when it is done.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: environment(),
      });
      return watch(child, name => void child.kill(`SIG${name}`));
    },
  };
}

/** By the watchdog: any system. */
export function watchdogLauncher(user: DatabaseUser | undefined): Launcher {
  return {
    description: 'watchdog process',
    start(command, args, { cwd, pgCtl }) {
      const order = { command, args, cwd, ...user, pgCtl, patience: PATIENCE };
      const child = spawn(process.execPath, ['-e', WATCHDOG_SOURCE, JSON.stringify(order)], {
        detached: process.platform !== 'win32',
        windowsHide: true,
        stdio: ['pipe', 'ignore', 'pipe'],
        env: environment(),
      });
      // The watchdog may be gone when we speak to it; then 'exit' says so.
      child.stdin?.on('error', () => {});
      return watch(child, name => void child.stdin?.write(`${name}\n`));
    },
  };
}

/** Runs a program to its end. `said` is what it wrote to standard error. */
export async function runToEnd(launcher: Launcher, command: string, args: string[], cwd: string) {
  const launched = launcher.start(command, args, { cwd });
  const lines: string[] = [];
  launched.onLine(line => lines.push(line));
  const exit = await launched.exited;
  return { ok: exit.code === 0, said: lines.slice(-20).join('\n').trim() };
}

/**
 * How to run postgres on this machine so that it can reach the data folder.
 *
 * As root, folders below a closed home (/root is 0700) are out of the other user's reach. On Linux postgres is then
 * given the one right that is missing: to read and pass through folders (CAP_DAC_READ_SEARCH), or, in containers that
 * lack it, the wider CAP_DAC_OVERRIDE. What counts is tried out, not computed, so that ACLs and mounts are right too.
 *
 * @throws Error naming the folder and what to do when no way leads into it.
 */
export async function chooseLauncher(folder: string, user: DatabaseUser | undefined): Promise<Launcher> {
  const candidates = process.platform === 'linux' ? setprivLaunchers(user) : [];
  if (!user) {
    for (const launcher of candidates) {
      if ((await runToEnd(launcher, 'true', [], folder)).ok) return launcher;
    }
    return watchdogLauncher(undefined);
  }
  const probe = await mkdtemp(join(folder, 'postgres.new-'));
  try {
    await chown(probe, user.uid, user.gid);
    for (const launcher of [...candidates, watchdogLauncher(user)]) {
      if ((await runToEnd(launcher, 'sh', ['-c', 'cd "$1"', 'sh', probe], '/')).ok) return launcher;
    }
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and user ${user.uid}, who would run it, cannot reach the data folder ` +
      `${folder}: a folder above it is closed. Choose a data folder outside of it (/var/lib/rollcall), open the ` +
      'folders above for passing through (chmod o+x), or start Rollcall as the ordinary user who owns them.',
  );
}

/** From the fewest rights to the most. */
function setprivLaunchers(user: DatabaseUser | undefined): Launcher[] {
  if (!user) return [setprivLauncher(['--no-new-privs'], 'setpriv')];
  const drop = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--no-new-privs'];
  const keep = (rights: string) => [
    ...drop,
    `--inh-caps=${rights}`,
    `--ambient-caps=${rights}`,
    `--bounding-set=${rights}`,
  ];
  return [
    setprivLauncher(drop, `setpriv, user ${user.uid}`),
    setprivLauncher(keep('-all,+dac_read_search'), `setpriv, user ${user.uid} with CAP_DAC_READ_SEARCH`),
    setprivLauncher(keep('-all,+dac_override'), `setpriv, user ${user.uid} with CAP_DAC_OVERRIDE`),
  ];
}
