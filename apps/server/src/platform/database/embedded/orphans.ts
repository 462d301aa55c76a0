import { createHash } from 'node:crypto';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from './log.ts';
import {
  type ProcessReader,
  type ProcessSeen,
  runningProcesses,
  systemReader,
} from '../../process-identity.ts';

/** How long (ms) an orphan may take for each way of being asked to end. */
export interface Patience {
  fast: number;
  immediate: number;
  killed: number;
}

const PATIENCE: Patience = { fast: 10_000, immediate: 5_000, killed: 10_000 };
/** No system gives out so high a number. */
const UNUSED_PID = 2_147_483_647;

/**
 * The cluster's mark, worn as cluster_name and thus in the command line of each of its processes. Made of the
 * password, so that no other cluster has it, and of the folder's inode, so that a copy of the folder has another.
 */
export async function clusterNameOf(data: string, password: string): Promise<string> {
  const { dev, ino } = await stat(data);
  return `rollcall-${createHash('sha256').update(`${password}/${dev}/${ino}`).digest('hex').slice(0, 16)}`;
}

/** The processes of the marked cluster, the postmaster as well as what it left behind. */
export function processesOf(
  clusterName: string,
  uid: number | undefined,
  reader: ProcessReader = systemReader,
): ProcessSeen[] {
  return runningProcesses(reader).filter(seen => {
    if (uid !== undefined && seen.uid !== undefined && seen.uid !== uid) return false;
    // A postmaster shows how it was called, its children a title.
    return /^\S*postgres(\.exe)? -D /.test(seen.command)
      ? seen.command.includes(`cluster_name=${clusterName}`)
      : seen.command.startsWith(`postgres: ${clusterName}: `);
  });
}

/**
 * Ends every process of the marked cluster. The caller holds the folder's lock, so none belongs to a live server.
 * Asked to end fast, then at once, then killed.
 *
 * @throws Error when something survives even that.
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

/** Signals those at the top, for a postmaster ends its own children. True when all are gone within `time` ms. */
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
      // A child whose postmaster is dead takes SIGINT for "cancel the query".
      signalProcess(
        seen.pid,
        signal === 'SIGINT' && seen.command.startsWith('postgres: ') ? 'SIGQUIT' : signal,
      );
    }
    await wait(20);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile; or not ours to end, which the count of those left tells.
  }
}

/**
 * Makes a postmaster.pid that an earlier run left behind harmless. PostgreSQL refuses to start while the number in it
 * is taken, though it be by a zombie or by an unrelated process that got the number since, and when the file is empty.
 * Only the number is replaced: the rest lets PostgreSQL see processes that still use the old shared memory.
 * No process of the cluster runs any more when this is called.
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
