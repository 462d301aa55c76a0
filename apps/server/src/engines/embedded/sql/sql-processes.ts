/** Runs operators' SQL, each statement in a process of its own, which is kept for a minute for the next one. */
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { sqlLimits } from '@rollcall/contract/console';
import {
  type SqlAnswer,
  SqlFault,
  type SqlFileEngine,
  type SqlFiles,
} from '../../../features/usage/sql/engine.ts';
import { forkModule } from '../../../platform/child-process.ts';
import type { FromSql, ToSql } from './protocol.ts';
import { sqlTables } from './views.ts';

/** Statements that run concurrently. */
const RUNNING = 2;
/** Bytes of memory beyond which a process is ended, MiB of them of JavaScript's heap, and milliseconds between two looks. */
const MEMORY = 1024 * 2 ** 20;
const HEAP = 256;
const LOOK_EVERY = 50;
/** Milliseconds after which an idle process ends. */
const IDLE = 60_000;

/** Killed from outside, or by JavaScript at the end of its heap, it took too much memory; any other end is a fault of ours. */
const endOf = ({ exitCode, signalCode }: ChildProcess): Error =>
  signalCode === 'SIGKILL' || signalCode === 'SIGABRT'
    ? new SqlFault('memory')
    : new Error(`the process of SQL ended: ${signalCode ?? `code ${exitCode}`}`);

/** Bytes of memory that a process has; undefined where the system does not tell. */
const memoryOf = async ({ pid }: ChildProcess): Promise<number | undefined> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(text) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
};

/** Ends a process that takes too much: the database does not count all that a statement takes, and its process may be too busy to look. */
const watchMemory = (child: ChildProcess): NodeJS.Timeout =>
  setInterval(() => {
    void memoryOf(child).then(bytes => {
      if (bytes !== undefined && bytes > MEMORY) child.kill('SIGKILL');
      return bytes;
    });
  }, LOOK_EVERY);

/** Says something to a process. @throws SqlFault; the signal's reason where it is aborted before the process answers */
const ask = (child: ChildProcess, message: ToSql, signal: AbortSignal): Promise<FromSql> =>
  new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const onMessage = (answer: FromSql) =>
      done(() => {
        if ('fault' in answer) reject(new SqlFault(answer.fault.why, answer.fault.message));
        else resolve(answer);
      });
    const onEnd = () => done(() => reject(endOf(child)));
    const onAbort = () => done(() => reject(signal.reason as Error));
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
    signal.addEventListener('abort', onAbort);
    child.send(message, () => {});
  });

interface Idle {
  readonly child: ChildProcess;
  /** Of which files, and whose. */
  readonly version: string;
  readonly by: string;
  readonly timer: NodeJS.Timeout;
}

export interface SqlProcessesOptions {
  /** Milliseconds that a statement may take. @default those of the contract */
  readonly timeout?: number;
}

export class SqlProcesses implements SqlFileEngine {
  readonly tables = sqlTables;
  readonly #timeout: number;
  readonly #running = new Map<string, ChildProcess>();
  #idle: Idle[] = [];
  #closed = false;

  constructor({ timeout = sqlLimits.seconds * 1000 }: SqlProcessesOptions = {}) {
    this.#timeout = timeout;
  }

  /** The processes that there are, for tests. */
  get children(): readonly ChildProcess[] {
    return [...this.#idle.map(({ child }) => child), ...this.#running.values()];
  }

  async run(sql: string, files: SqlFiles, by: string, signal: AbortSignal): Promise<SqlAnswer> {
    signal.throwIfAborted();
    if (this.#running.has(by)) throw new SqlFault('own');
    if (this.#closed || this.#running.size >= RUNNING) throw new SqlFault('busy');
    const kept = this.#take(files.version, by);
    const child =
      kept ??
      forkModule({ from: import.meta.url, source: './process.ts', built: './usage-sql.mjs', heap: HEAP });
    // One that can't be started or sent to says so by its end.
    if (!kept) child.on('error', () => {});
    this.#running.set(by, child);
    const watch = watchMemory(child);
    const limit = AbortSignal.timeout(this.#timeout);
    const ended = AbortSignal.any([signal, limit]);
    let open = kept !== undefined;
    try {
      if (!open)
        await ask(child, { open: files }, ended).catch((error: unknown) => {
          // Nothing that the operator wrote: it is logged, with its paths.
          throw error instanceof SqlFault
            ? new Error(`the files of SQL can't be opened: ${error.message}`)
            : error;
        });
      open = true;
      const answer = await ask(child, { sql }, ended);
      if (!('answer' in answer)) throw new Error('The process of SQL gave no answer.');
      this.#keep(child, files.version, by);
      return answer.answer;
    } catch (error) {
      // A faulty statement has changed nothing.
      if (open && error instanceof SqlFault && error.why === 'statement')
        this.#keep(child, files.version, by);
      else child.kill('SIGKILL');
      throw limit.aborted && !signal.aborted ? new SqlFault('time') : error;
    } finally {
      clearInterval(watch);
      this.#running.delete(by);
    }
  }

  /** An idle process of the operator over these files; those over earlier ones, and others', end: there is a bound on their memory. */
  #take(version: string, by: string): ChildProcess | undefined {
    for (const { child, timer } of this.#idle.filter(idle => idle.version !== version || idle.by !== by)) {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
    this.#idle = this.#idle.filter(
      idle => idle.version === version && idle.by === by && idle.child.connected,
    );
    const found = this.#idle.pop();
    clearTimeout(found?.timer);
    return found?.child;
  }

  #keep(child: ChildProcess, version: string, by: string): void {
    if (this.#closed || !child.connected) {
      child.kill('SIGKILL');
      return;
    }
    const timer = setTimeout(() => {
      this.#idle = this.#idle.filter(idle => idle.child !== child);
      child.kill('SIGKILL');
    }, IDLE);
    timer.unref();
    this.#idle.push({ child, version, by, timer });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const children = this.children;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all(
      children.map(async child => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise(resolve => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }
}
