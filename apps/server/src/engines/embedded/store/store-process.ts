/** The event store's process as the server sees it: from its start to its end, with the requests that it has to answer. */
import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import { forkModule } from '../../../platform/child-process.ts';
import { received, StoreCrashed, StoreUnavailable } from '../../../events/store/errors.ts';
import type { FromProcess, StoreCallName, StoreCalls, StoreSettings, ToProcess } from './protocol.ts';

/** Milliseconds to wait for a file that the process of a killed server still holds. */
const FILE_HELD = 10_000;
const FILE_HELD_STEP = 100;

interface PendingRequest {
  resolve(out: unknown): void;
  reject(error: unknown): void;
}

export class StoreProcess {
  readonly child: ChildProcess;
  /** Resolves once the file is open, with the offset that it is loaded to. */
  readonly ready: Promise<void>;
  readonly #log: Pick<Logger, 'info' | 'error'>;
  readonly #pending = new Map<number, PendingRequest>();
  #ids = 0;
  #open = false;
  #closing = false;
  /** The database refused further work after an error, which was answered; the process ends for that. */
  #fatal = false;
  #ended = false;

  constructor({ folder, memory, exports }: StoreSettings, log: Pick<Logger, 'info' | 'error'>) {
    this.#log = log;
    this.child = forkModule({
      from: import.meta.url,
      source: './process.ts',
      built: './event-store.mjs',
    });
    this.child.on('message', (message: FromProcess) => this.#onMessage(message));
    this.child.on('error', error => this.#end(error.message));
    this.child.on('exit', (code, signal) => this.#end(signal ?? `code ${code}`));
    this.ready = this.#openFile({ folder, memory, exports });
    // Reported to those who wait for it.
    this.ready.catch(() => undefined);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * @returns the request's id, by which it is cancelled, and its answer; that rejects with StoreCrashed if the process ends
   * meanwhile, and with StoreUnavailable if it ended before or was closed
   */
  send<Name extends StoreCallName>(
    call: Name,
    given: StoreCalls[Name]['in'],
  ): { readonly id: number; readonly answer: Promise<StoreCalls[Name]['out']> } {
    const id = ++this.#ids;
    const answer = new Promise<unknown>((resolve, reject) => {
      if (this.#ended) {
        reject(new StoreUnavailable("the event store's process is not there"));
        return;
      }
      this.#pending.set(id, { resolve, reject });
      this.#post({ id, call, in: given });
    });
    return { id, answer: answer as Promise<StoreCalls[Name]['out']> };
  }

  /** Cancels a query. */
  cancel(id: number): void {
    this.#post({ cancel: id });
  }

  /** Closes the file and ends the process. @throws the error of closing the file; the process has ended nevertheless */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#ended) return;
    const ended = new Promise<void>(resolve => this.child.once('exit', () => resolve()));
    try {
      await this.send('close', undefined).answer;
    } catch (error) {
      if (!this.#ended) throw error;
    } finally {
      if (this.child.connected) this.child.disconnect();
      if (!this.#ended) await ended;
    }
  }

  /** The process of a server that was killed a moment ago may hold the file still. */
  async #openFile(settings: StoreSettings): Promise<void> {
    for (let waited = 0; ; waited += FILE_HELD_STEP) {
      try {
        const begun = performance.now();
        const { upgradedFrom } = await this.send('open', settings).answer;
        this.#open = true;
        if (upgradedFrom !== undefined) {
          const milliseconds = Math.round(performance.now() - begun);
          this.#log.info({ version: upgradedFrom, milliseconds }, 'the event store was upgraded');
        }
        return;
      } catch (error) {
        if (this.#ended || !(error instanceof StoreUnavailable) || waited >= FILE_HELD) {
          this.#ended = true;
          if (this.child.connected) this.child.disconnect();
          throw error;
        }
        await new Promise(resolve => setTimeout(resolve, FILE_HELD_STEP));
      }
    }
  }

  #onMessage(message: FromProcess): void {
    const request = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (!('error' in message)) {
      request?.resolve(message.out);
      return;
    }
    if (message.fatal) this.#fatal = true;
    request?.reject(received(message.error));
  }

  #end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    const text = `the event store's process ended: ${reason}`;
    if (!this.#closing) this.#log.error(text);
    const crashed = this.#open && !this.#closing && !this.#fatal;
    for (const { reject } of this.#pending.values())
      reject(crashed ? new StoreCrashed(text) : new StoreUnavailable(text));
    this.#pending.clear();
  }

  #post(message: ToProcess): void {
    // A process that cannot be sent to is ending, which its `exit` says.
    if (this.child.connected) this.child.send(message, () => {});
  }
}
