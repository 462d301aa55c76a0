/** The metrics of the nightly export; it runs after the store was cleared of erased events (`usage.ts`). */
import { Counter, Gauge } from 'prom-client';
import type { Feature } from '../../../http/feature.ts';
import type { NightlyExport } from './nightly-export.ts';

export const nightlyExportFeature = (nightly: NightlyExport, now: () => number): Feature => ({
  addMetrics: registry => {
    let counted = 0;
    const failures = new Counter({
      name: 'rollcall_usage_export_failures_total',
      help: 'Nightly exports of events that failed, as on a full disk; they are tried again every ten minutes.',
      registers: [registry],
      collect: () => {
        failures.inc(nightly.failures - counted);
        counted = nightly.failures;
      },
    });
    const age = new Gauge({
      name: 'rollcall_usage_export_age_seconds',
      help: 'Seconds since the last export of events began that wrote everything; absent before the first.',
      // Each process reads the same folder.
      aggregator: 'max',
      registers: [registry],
      collect: async () => {
        age.remove();
        const begun = await nightly.lastBegun().catch(() => 0);
        if (begun > 0) age.set(Math.max(0, now() - begun) / 1000);
      },
    });
  },
});
