/**
 * Holds what the client says to the store's process, and lets it through in an order that numbers decide: the same numbers are the same
 * order, so that a test can replay what several callers do concurrently. The process takes writes in the order in
 * which they come.
 */
import type { ChildProcess } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import type { DuckStore } from '../duck-store.ts';
import type { FromProcess, ToProcess } from '../protocol.ts';

export interface Choice {
  /** Which of the held messages goes next: by this number modulo how many there are. */
  readonly pick: number;
  /** How many go before the first is answered. */
  readonly together: number;
}

export interface Order {
  readonly choices: readonly Choice[];
  /** Numbers of the choices after which the process is killed, while it works at what was let through. */
  readonly kills: readonly number[];
}

interface Held {
  readonly child: ChildProcess;
  /** Resolves once it is answered, or the process has ended. */
  readonly go: () => Promise<void>;
}

export class HeldMessages {
  readonly #store: () => DuckStore;
  #hooked: ChildProcess | undefined;
  #held: Held[] = [];
  #changed: () => void = () => {};

  constructor(store: () => DuckStore) {
    this.#store = store;
  }

  /** Lets messages through until the work is over. */
  async run<T>(work: Promise<T>, { choices, kills }: Order = { choices: [], kills: [] }): Promise<T> {
    let chosen = 0;
    let over = false;
    const end = () => {
      over = true;
      this.#changed();
    };
    work.then(end, end);
    for (;;) {
      const changed = new Promise<void>(resolve => {
        this.#changed = resolve;
      });
      // Who was answered says what comes next, and an ended process has a successor.
      await setImmediate();
      this.#hook();
      if (over) return work;
      if (this.#held.length === 0) await changed;
      else {
        await this.#letThrough(choices[chosen] ?? { pick: 0, together: 1 }, kills.includes(chosen));
        chosen += 1;
      }
    }
  }

  async #letThrough({ pick, together }: Choice, kill: boolean): Promise<void> {
    const answered: Promise<void>[] = [];
    for (let n = 0; n < together && this.#held.length > 0; n += 1) {
      const [next] = this.#held.splice(pick % this.#held.length, 1);
      if (next) answered.push(next.go());
    }
    if (kill) this.#hooked?.kill('SIGKILL');
    await Promise.all(answered);
  }

  #hook(): void {
    const child = this.#store().process;
    if (!child || child === this.#hooked) return;
    this.#hooked = child;
    const waiting = new Map<number, () => void>();
    child.on('message', ({ id }: FromProcess) => waiting.get(id)?.());
    child.once('exit', () => {
      for (const resolve of waiting.values()) resolve();
      this.#held = this.#held.filter(held => held.child !== child);
      this.#changed();
    });
    const send = child.send.bind(child) as (message: ToProcess, sent: () => void) => boolean;
    child.send = ((message: ToProcess, sent: () => void) => {
      if ('cancel' in message || message.call === 'close') return send(message, sent);
      const answered = new Promise<void>(resolve => waiting.set(message.id, resolve));
      this.#held.push({
        child,
        go: () => {
          if (!child.connected) return Promise.resolve();
          send(message, sent);
          return answered;
        },
      });
      this.#changed();
      return true;
    }) as ChildProcess['send'];
  }
}
