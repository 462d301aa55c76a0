/** What `/metrics` says about traces: the spans that were dropped. */
import { Counter, type Registry } from 'prom-client';
import type { DroppedSpans } from './opentelemetry.ts';

/** @returns registers the metrics, which read `dropped` at each scrape */
export const traceMetrics =
  (dropped: DroppedSpans) =>
  (registry: Registry): void => {
    registry.registerMetric(
      new Counter({
        name: 'rollcall_trace_spans_dropped_total',
        help: 'Spans that no collector has: the queue was full, or a post failed.',
        labelNames: ['reason'],
        registers: [],
        collect: function collect() {
          this.reset();
          for (const [reason, count] of Object.entries(dropped)) this.inc({ reason }, count);
        },
      }),
    );
  };
