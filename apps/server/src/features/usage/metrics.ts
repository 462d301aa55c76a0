/** Metrics of usage reporting. */
import type { RefusalName } from '@rollcall/contract';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { CollectorCounts } from './collector.ts';
import type { LoaderCounts } from '../../events/loader/loader.ts';

export interface CollectorReadings {
  readonly collector: CollectorCounts;
  /** Requests that are read or wait for the disk. */
  waiting(): number;
  logBytes(): Promise<number>;
}

export interface LoaderReadings {
  readonly loader: LoaderCounts;
  /** Seconds. */
  lag(): number;
  lagBytes(): Promise<number>;
  /** Records quarantined since the start, and those of them that were dropped. */
  readonly quarantine: { readonly records: number; readonly dropped: number };
}

export class CollectorMetrics {
  readonly #answers = new Histogram({
    name: 'rollcall_usage_request_seconds',
    help: 'Seconds from a batch of events to its answer, by status.',
    labelNames: ['status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [],
  });
  readonly #refused = new Counter({
    name: 'rollcall_usage_refused_requests_total',
    help: 'Batches that were refused, by name.',
    labelNames: ['refusal'],
    registers: [],
  });

  answered(status: number, refusal: RefusalName | 'fault' | undefined, seconds: number): void {
    this.#answers.observe({ status }, seconds);
    if (refusal !== undefined) this.#refused.inc({ refusal });
  }

  register(registry: Registry, { collector, waiting, logBytes }: CollectorReadings): void {
    registry.registerMetric(this.#answers);
    registry.registerMetric(this.#refused);
    const { gauge, counter } = metricsOf(registry);
    counter(
      'accepted_events',
      'Events that were acknowledged, those that were known among them.',
      () => collector.accepted,
    );
    counter('refused_events', 'Events that break the contract.', () => collector.refused);
    counter(
      'others_batches',
      'Batches with a key or a platform that counts as others: beyond the new names of an hour, or of a network in it.',
      () => collector.others,
    );
    gauge('log_bytes', 'Bytes of the event log.', logBytes);
    gauge('waiting_requests', 'Batches that are read or wait for the disk.', waiting);
  }
}

/** Adds the metrics of a process that loads. */
export const loaderMetrics = (registry: Registry, readings: LoaderReadings): void => {
  const { loader, quarantine } = readings;
  const { gauge, counter } = metricsOf(registry);
  counter('known_events', 'Acknowledged events that the event store had already.', () => loader.known);
  counter('loaded_events', 'Events that were loaded into the event store.', () => loader.events);
  counter('loaded_reports', 'Monitoring reports that were loaded.', () => loader.reports);
  counter('withdrawn_events', 'Events left out as consent had been withdrawn.', () => loader.withdrawn);
  counter(
    'quarantined_records',
    'Records that could not be stored for what they hold, and were put into quarantine.',
    () => quarantine.records,
  );
  counter(
    'quarantine_dropped_records',
    'Records for which the quarantine had no room.',
    () => quarantine.dropped,
  );
  counter('load_failures', 'Loads that failed and are tried again.', () => loader.failures);
  counter(
    'log_rereads',
    'Times that a partition of the event log was read again from before its position, as it was restored from a copy or lost its end.',
    () => loader.rereads,
  );
  gauge('lag_bytes', 'Bytes of the event log that are not loaded yet.', () => readings.lagBytes());
  gauge('lag_seconds', 'Age of the newest loaded event while others wait; else 0.', () => readings.lag());
};

/** Adds the metric of a process that erases. @param unclearedFor seconds */
export const erasureMetrics = (registry: Registry, unclearedFor: () => Promise<number>): void =>
  metricsOf(registry).gauge(
    'erased_on_disk_seconds',
    'Seconds since the first erasure that is done and still on the disk; 0 where there is none.',
    unclearedFor,
  );

const metricsOf = (registry: Registry) => ({
  gauge: (name: string, help: string, read: () => number | Promise<number>): void => {
    const made: Gauge = new Gauge({
      name: `rollcall_usage_${name}`,
      help,
      registers: [registry],
      // Left out where it can't be read: the others are to be seen.
      collect: async () => {
        made.remove();
        const found = await Promise.resolve()
          .then(read)
          .catch(() => undefined);
        if (found !== undefined) made.set(found);
      },
    });
  },
  counter: (name: string, help: string, read: () => number): void => {
    let counted = 0;
    const made: Counter = new Counter({
      name: `rollcall_usage_${name}_total`,
      help,
      registers: [registry],
      collect: () => {
        const now = read();
        made.inc(now - counted);
        counted = now;
      },
    });
  },
});
