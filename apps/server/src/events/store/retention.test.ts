import { expect, it, vi } from 'vitest';
import { retentionJobs } from './retention.ts';

const DAY = 86_400_000;
const NOW = 1_795_000_000_000;

it('deletes rows older than the retention, four times a day', async () => {
  const expire = vi.fn(async (_before: number) => {});
  const [job, ...others] = retentionJobs({ expire }, 400);
  await job?.run(NOW);
  expect(expire).toHaveBeenCalledExactlyOnceWith(NOW - 400 * DAY);
  expect([job?.everyMs, others]).toEqual([DAY / 4, []]);
});

it('deletes nothing without a retention', () => {
  expect(retentionJobs({ expire: async () => {} }, 0)).toEqual([]);
});
