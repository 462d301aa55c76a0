import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { newCounts } from '../../events/loader/loader.ts';
import { loaderMetrics } from './metrics.ts';

test('a value that cannot be read is left out, and the others are said', async () => {
  const registry = new Registry();
  let away = false;
  loaderMetrics(registry, {
    loader: newCounts(),
    lag: () => 3,
    lagBytes: async () => {
      if (away) throw new Error('the log is away');
      return 7;
    },
    quarantine: { records: 0, dropped: 0 },
  });
  expect(await registry.metrics()).toContain('\nrollcall_usage_lag_bytes 7');
  away = true;
  const text = await registry.metrics();
  expect(text).not.toContain('\nrollcall_usage_lag_bytes ');
  expect(text).toContain('\nrollcall_usage_lag_seconds 3');
});
