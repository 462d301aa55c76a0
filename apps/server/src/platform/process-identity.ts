import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

/** A running process (not a zombie). */
export interface RunningProcess {
  pid: number;
  parent: number;
  /** Its user id; undefined if the system does not report it. */
  uid: number | undefined;
  command: string;
}

/** Identifies a process: a reused pid has another `started`. */
export interface ProcessIdentity {
  pid: number;
  started: string;
  /** The pid namespace (containers have their own); '' if the system has only one. */
  namespace: string;
}

/** System access, replaced in tests of zombies and reused pids. */
export interface ProcessReader {
  platform: NodeJS.Platform;
  /** A text file's content; undefined if it is missing or not readable. */
  read(path: string): string | undefined;
  list(folder: string): string[];
  owner(path: string): number | undefined;
  link(path: string): string | undefined;
  /** Standard output of a command; undefined if it failed. */
  run(command: string, args: string[]): string | undefined;
  /** Whether the pid is in use, also by a zombie or another user's process. */
  answers(pid: number): boolean;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export const systemReader: ProcessReader = {
  platform: process.platform,
  read: path => attempt(() => readFileSync(path, 'utf8')),
  list: folder => attempt(() => readdirSync(folder)) ?? [],
  owner: path => attempt(() => statSync(path).uid),
  link: path => attempt(() => readlinkSync(path)),
  run: (command, args) =>
    attempt(() =>
      execFileSync(command, args, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
        timeout: 10_000,
        maxBuffer: 64 * 1024 * 1024,
        windowsHide: true,
      }),
    ),
  answers: pid => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  },
};

/** Parent and start time in /proc/<pid>/stat. The process name in parentheses may contain parentheses and spaces. */
function linuxStat(pid: number, reader: ProcessReader) {
  const text = reader.read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const state = fields[0] ?? 'X';
  // Z: zombie, not reaped by its parent (common for pid 1 of containers). X: dead.
  if (state === 'Z' || state === 'X') return undefined;
  return { parent: Number(fields[1]), started: fields[19] ?? '' };
}

/**
 * Start time of a process, as an opaque text for comparison: it differs between two processes with the same pid, also across
 * reboots. Undefined if the process does not run; a zombie does not run.
 */
export function startOf(pid: number, reader: ProcessReader = systemReader): string | undefined {
  if (reader.platform === 'linux') {
    const stat = linuxStat(pid, reader);
    const boot = reader.read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
    return stat && `${boot}/${stat.started}`;
  }
  if (!reader.answers(pid)) return undefined;
  if (reader.platform === 'win32') {
    const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
    return reader.run('powershell', ['-NoProfile', '-Command', script])?.trim() || 'unknown';
  }
  const line = reader.run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])?.trim();
  if (line === undefined) return undefined;
  return line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

/** This process's own identity. */
export function ownIdentity(reader: ProcessReader = systemReader): ProcessIdentity {
  return {
    pid: process.pid,
    started: startOf(process.pid, reader) ?? 'unknown',
    namespace: namespaceOf(reader),
  };
}

/** The pid namespace of this process. */
export function namespaceOf(reader: ProcessReader = systemReader): string {
  return reader.platform === 'linux' ? (reader.link('/proc/self/ns/pid') ?? '') : '';
}

/** Running processes with a readable command line. Empty on Windows, where listing them is expensive. */
export function runningProcesses(reader: ProcessReader = systemReader): RunningProcess[] {
  if (reader.platform === 'win32') return [];
  if (reader.platform === 'linux') return linuxProcesses(reader);
  const lines = reader.run('ps', ['-axww', '-o', 'pid=,ppid=,uid=,stat=,command='])?.split('\n') ?? [];
  return lines.flatMap(line => {
    const parts = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!parts || parts[4]?.startsWith('Z')) return [];
    return [
      { pid: Number(parts[1]), parent: Number(parts[2]), uid: Number(parts[3]), command: parts[5] ?? '' },
    ];
  });
}

function linuxProcesses(reader: ProcessReader): RunningProcess[] {
  return reader
    .list('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      const pid = Number(name);
      const command = reader.read(`/proc/${name}/cmdline`)?.replaceAll('\0', ' ').trim();
      if (!command) return [];
      const stat = linuxStat(pid, reader);
      return stat ? [{ pid, parent: stat.parent, uid: reader.owner(`/proc/${name}`), command }] : [];
    });
}
