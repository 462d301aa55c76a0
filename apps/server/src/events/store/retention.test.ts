import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRetention } from './retention.ts';

const DAY = 86_400_000;
const NOW = 1_795_000_000_000;

describe('the retention of rows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('removes what is older than so many days, again and again, also after a failure', async () => {
    const asked: number[] = [];
    let fails = true;
    const warnings: string[] = [];
    const retention = startRetention(
      {
        forget: async before => {
          asked.push(before);
          if (fails) throw new Error('disk');
        },
      },
      {
        days: 400,
        now: () => NOW,
        log: { warn: (_: unknown, text?: string) => void warnings.push(text ?? '') },
      },
    );
    await vi.advanceTimersByTimeAsync(DAY / 4);
    fails = false;
    await vi.advanceTimersByTimeAsync(DAY / 4);
    expect(asked).toEqual([NOW - 400 * DAY, NOW - 400 * DAY]);
    expect(warnings).toHaveLength(1);
    retention.stop();
    await vi.advanceTimersByTimeAsync(DAY);
    expect(asked).toHaveLength(2);
  });

  it('keeps everything where no days are set', async () => {
    const forget = vi.fn<(before: number) => Promise<void>>();
    const retention = startRetention({ forget }, { days: 0, now: () => NOW, log: { warn() {} } });
    await vi.advanceTimersByTimeAsync(10 * DAY);
    await retention.look();
    expect(forget).not.toHaveBeenCalled();
  });
});
