import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

/** A process that runs (zombies are not among them), as the system shows it. */
export interface ProcessSeen {
  pid: number;
  parent: number;
  /** Who runs it; undefined where the system does not say. */
  uid: number | undefined;
  command: string;
}

/** Names one run of one process: a number that was given out again has another `started`. */
export interface ProcessIdentity {
  pid: number;
  started: string;
  /** Which numbering of processes `pid` belongs to (containers have their own); '' where there is only one. */
  namespace: string;
}

/** What is read of the system, so that a test can show zombies and reused numbers. */
export interface ProcessReader {
  platform: NodeJS.Platform;
  /** A text file's content; undefined when it is gone or not for us. */
  read(path: string): string | undefined;
  list(folder: string): string[];
  owner(path: string): number | undefined;
  link(path: string): string | undefined;
  /** Standard output of a command; undefined when it failed. */
  run(command: string, args: string[]): string | undefined;
  /** Whether the number is taken, be it by a zombie or by someone else's process. */
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

/** The fields of /proc/<pid>/stat that matter. The name in brackets may itself hold brackets and spaces. */
function linuxStat(pid: number, reader: ProcessReader) {
  const text = reader.read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const state = fields[0] ?? 'X';
  // Z: ended, but nobody has asked for its result (a container's first process often never does). X: about to go.
  if (state === 'Z' || state === 'X') return undefined;
  return { parent: Number(fields[1]), started: fields[19] ?? '' };
}

/**
 * When the process `pid` started, as a text to compare only: it differs between two processes that had the same
 * number, across restarts of the machine too. Undefined when it does not run; a zombie does not run.
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

/** The numbering of processes that this process lives in. */
export function namespaceOf(reader: ProcessReader = systemReader): string {
  return reader.platform === 'linux' ? (reader.link('/proc/self/ns/pid') ?? '') : '';
}

/** Every running process whose command line can be read. Empty on Windows, which has no cheap way to tell. */
export function runningProcesses(reader: ProcessReader = systemReader): ProcessSeen[] {
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

function linuxProcesses(reader: ProcessReader): ProcessSeen[] {
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
