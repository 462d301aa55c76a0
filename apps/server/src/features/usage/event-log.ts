/** What usage reporting is given of the event log. */
import type { Share } from '../../events/loader/share.ts';
import type { EventLog } from '../../events/log/event-log.ts';

export interface OpenEventLog {
  readonly log: EventLog;
  /** Which of its partitions a process that loads loads. */
  readonly share: Exclude<Share, 'none'>;
  /**
   * Milliseconds that the event store is behind, whichever processes load it; absent where one process loads everything.
   * @throws Error where it can't be told now
   */
  readonly lag?: () => Promise<number>;
  /** Closes the log. */
  close(): Promise<void>;
}
