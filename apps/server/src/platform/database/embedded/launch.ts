import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WATCHDOG_SOURCE } from './watchdog.ts';
import type { DatabaseUser } from './user.ts';

export interface Exit {
  code: number | null;
  signal: string | null;
}

/** A child program that ends when this process ends, even if it is killed. */
export interface Launched {
  /** Adds a listener for lines of standard error. */
  onLine(listener: (line: string) => void): void;
  /** Resolves after the exit and the last line; also if it could not be started. */
  exited: Promise<Exit>;
  signal(name: 'INT' | 'QUIT' | 'KILL'): void;
}

export interface Launcher {
  start(command: string, args: string[], options: { cwd: string; pgCtl?: string }): Launched;
  /** How programs are run, for the log. */
  description: string;
}

/** Time in ms before the watchdog sends SIGQUIT to postgres. */
const PATIENCE = 20_000;

/**
 * The environment of postgres: without the server's secrets and PG* variables, in the C locale.
 */
function environment(): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir', 'SystemDrive']) {
    if (process.env[name] !== undefined) kept[name] = process.env[name];
  }
  return kept;
}

function trackExit(child: ChildProcess, signal: Launched['signal']): Launched {
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
      // 'close' waits for all processes that hold the pipe; one that outlives the postmaster must not delay us.
      const late = setTimeout(end, 1_000);
      child.once('close', () => {
        clearTimeout(late);
        end();
      });
    });
  });
  return { onLine: listener => void listeners.push(listener), exited, signal };
}

/** Runs programs by util-linux's setpriv: the kernel signals postgres when this thread ends (PR_SET_PDEATHSIG). */
function setprivLauncher(args: string[], description: string): Launcher {
  return {
    description,
    start(command, commandArgs, { cwd }) {
      const child = spawn('setpriv', [...args, '--pdeathsig', 'INT', '--', command, ...commandArgs], {
        cwd,
        // Its own session: Ctrl-C in a terminal must reach the server only, which then stops postgres.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: environment(),
      });
      return trackExit(child, name => void child.kill(`SIG${name}`));
    },
  };
}

/** Runs programs by the watchdog, on any system. */
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
      // The watchdog may have exited; 'exit' reports that.
      child.stdin?.on('error', () => {});
      return trackExit(child, name => void child.stdin?.write(`${name}\n`));
    },
  };
}

/** Runs a program to its end. `stderr`: the last lines of standard error. */
export async function runToEnd(launcher: Launcher, command: string, args: string[], cwd: string) {
  const launched = launcher.start(command, args, { cwd });
  const lines: string[] = [];
  launched.onLine(line => lines.push(line));
  const exit = await launched.exited;
  return { ok: exit.code === 0, stderr: lines.slice(-20).join('\n').trim() };
}

/**
 * Chooses how to run postgres so that it can reach the data folder.
 *
 * As root, folders below a closed home (/root is 0700) are out of the other user's reach. On Linux postgres is then
 * given the one right that is missing: to read and pass through folders (CAP_DAC_READ_SEARCH), or, in containers that
 * lack it, the wider CAP_DAC_OVERRIDE. Access is tested instead of computed, so that ACLs and mounts are respected.
 *
 * @throws Error naming the folder and the remedy if no launcher can reach it
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

/** Ordered from the fewest privileges to the most. */
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
