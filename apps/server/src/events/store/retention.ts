/** Deletes rows of the event store that are older than the configured days. */
import type { Job } from '../../platform/jobs/scheduler.ts';
import type { EventStore } from './event-store.ts';

const DAY = 86_400_000;
/** Milliseconds between two runs, and before the first: a start has other things to do. */
const EVERY = DAY / 4;
const FIRST = 10 * 60_000;

/** @param days that rows are kept; 0: for ever, so there is no job */
export const retentionJobs = (store: Pick<EventStore, 'expire'>, days: number): readonly Job[] =>
  days === 0
    ? []
    : [
        {
          name: 'delete old usage events',
          everyMs: EVERY,
          scope: 'installation',
          firstMs: FIRST,
          run: at => store.expire(at - days * DAY),
        },
      ];
