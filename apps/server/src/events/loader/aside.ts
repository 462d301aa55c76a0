import type { Logger } from 'pino';
import type { Offset } from '../log/event-log.ts';
import type { Quarantine, Rejected } from './quarantine.ts';

/** Puts records into quarantine, each once however often its batch is loaded. */
export class Aside {
  readonly #quarantine: Pick<Quarantine, 'add'>;
  readonly #logger: Pick<Logger, 'error'>;
  /** Records of the current batch that are in quarantine. */
  #known = { from: -1, entries: new Set<string>() };

  constructor(quarantine: Pick<Quarantine, 'add'>, logger: Pick<Logger, 'error'>) {
    this.#quarantine = quarantine;
    this.#logger = logger;
  }

  /**
   * Resolves when the records are on the disk: only then the batch may be loaded without them.
   * @param from where their batch begins
   */
  async put(from: Offset, records: readonly Rejected[]): Promise<void> {
    if (this.#known.from !== from) this.#known = { from, entries: new Set() };
    const { entries } = this.#known;
    const fresh = records.filter(record => !entries.has(JSON.stringify(record)));
    if (fresh.length === 0) return;
    const dropped = await this.#quarantine.add(fresh);
    for (const record of fresh) entries.add(JSON.stringify(record));
    this.#logger.error(
      { records: fresh.length, dropped, reason: fresh[0]?.reason },
      'records of the event log cannot be stored; they are in quarantine',
    );
  }
}
