import { createHash } from 'node:crypto';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from './log.ts';
import {
  type ProcessReader,
  type RunningProcess,
  runningProcesses,
  systemReader,
} from '../../process-identity.ts';

/** Time in ms that orphans get to end after each signal. */
export interface Patience {
  fast: number;
  immediate: number;
  killed: number;
}

const PATIENCE: Patience = { fast: 10_000, immediate: 5_000, killed: 10_000 };
/** A pid that no system assigns. */
const UNUSED_PID = 2_147_483_647;

/**
 * The cluster_name, which is part of the command line of each postgres process. A hash of the password, so that it is unique,
 * and of the folder's inode, so that a copy of the folder has another one.
 */
export async function clusterNameOf(data: string, password: string): Promise<string> {
  const { dev, ino } = await stat(data);
  return `rollcall-${createHash('sha256').update(`${password}/${dev}/${ino}`).digest('hex').slice(0, 16)}`;
}

/** Processes of a cluster: the postmaster and orphaned children. */
export function processesOf(
  clusterName: string,
  uid: number | undefined,
  reader: ProcessReader = systemReader,
): RunningProcess[] {
  return runningProcesses(reader).filter(seen => {
    if (uid !== undefined && seen.uid !== undefined && seen.uid !== uid) return false;
    // A postmaster shows its arguments, its children a process title.
    return /^\S*postgres(\.exe)? -D /.test(seen.command)
      ? seen.command.includes(`cluster_name=${clusterName}`)
      : seen.command.startsWith(`postgres: ${clusterName}: `);
  });
}

/**
 * Ends every process of a cluster by fast shutdown, immediate shutdown, then SIGKILL. The caller holds the folder's lock, so no
 * process belongs to a live server.
 *
 * @throws Error if a process survives
 */
export async function endOrphans(
  clusterName: string,
  uid: number | undefined,
  log: Log,
  patience: Patience = PATIENCE,
): Promise<void> {
  const found = processesOf(clusterName, uid);
  if (found.length === 0) return;
  log.warn({ pids: found.map(seen => seen.pid) }, 'ending a database that an earlier run left behind');
  if (await signalled(clusterName, uid, 'SIGINT', patience.fast)) return;
  if (await signalled(clusterName, uid, 'SIGQUIT', patience.immediate)) return;
  if (await signalled(clusterName, uid, 'SIGKILL', patience.killed)) return;
  const left = processesOf(clusterName, uid).map(seen => seen.pid);
  throw new Error(`An earlier database does not end, not even killed: process ${left.join(', ')}.`);
}

/** Signals top processes (a postmaster ends its children). Resolves to whether all ended within `time` ms. */
async function signalled(clusterName: string, uid: number | undefined, signal: NodeJS.Signals, time: number) {
  const until = Date.now() + time;
  const signalledPids = new Set<number>();
  for (;;) {
    const left = processesOf(clusterName, uid);
    if (left.length === 0) return true;
    if (Date.now() > until) return false;
    const pids = new Set(left.map(seen => seen.pid));
    for (const seen of left) {
      if (pids.has(seen.parent) || signalledPids.has(seen.pid)) continue;
      signalledPids.add(seen.pid);
      // A child without its postmaster takes SIGINT as "cancel the query".
      signalProcess(
        seen.pid,
        signal === 'SIGINT' && seen.command.startsWith('postgres: ') ? 'SIGQUIT' : signal,
      );
    }
    await wait(20);
  }
}

/** Signals a process that may have ended since it was listed. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, or not permitted; the next listing shows which.
  }
}

/**
 * Replaces the pid in a stale postmaster.pid. PostgreSQL refuses to start while that pid is in use, even by a zombie or an
 * unrelated process, and if the file is empty. The rest of the file is kept, because PostgreSQL uses it to detect processes
 * that still use the old shared memory. Call it after all processes of the cluster have ended.
 */
export async function defusePidFile(data: string, reader: ProcessReader = systemReader): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = /^-?(\d+)\n/.exec(text)?.[1];
  if (pid === undefined || Number(pid) === 0) return rm(path, { force: true });
  if (!reader.answers(Number(pid))) return;
  const part = `${path}.part`;
  const { uid, gid } = await stat(path);
  await writeFile(part, text.replace(/^-?\d+/, String(UNUSED_PID)), { mode: 0o600 });
  if (process.getuid?.() === 0) await chown(part, uid, gid);
  await rename(part, path);
}
