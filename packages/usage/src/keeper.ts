import type { Outside } from './outside.ts';
import type { Entry, Queue } from './queue.ts';

/** What keeps events beyond the page's life, as far as the rest sees it. */
export interface Keeper {
  save(entries: readonly Entry[]): void;
  forget(entries: readonly Pick<Entry, 'id'>[]): void;
  /** Whether it is written. */
  has(entry: Entry): boolean;
  /** The page lives (again): joins the tabs, and looks for what dead ones left. */
  start(): void;
  /** The page ends, or sleeps: what it left in the store is anybody's. */
  stop(): void;
}

/** What a keeper is given. */
export interface Kept {
  /** Shared by the tabs that share a store. */
  readonly name: string;
  readonly outside: Outside;
  readonly queue: Queue;
  uuid(): string;
  /** Each open timer as the event that is to be sent if this page came to a sudden end. */
  sketches(): Entry[];
  wake(): void;
}

export type Persistence = (kept: Kept) => Keeper;
