import { expect, test } from 'vitest';
import { SampleData } from '../features/usage/sample/sample-data.ts';
import { inBackground } from './sample-data.ts';

const logs = () => {
  const lines: string[] = [];
  return {
    lines,
    log: {
      info: (_: unknown, line: string) => void lines.push(line),
      warn: (line: string) => void lines.push(line),
      error: (_: unknown, line: string) => void lines.push(line),
    } as never,
  };
};

test('while sample data is made in the background, another start begins nothing', async () => {
  const { lines, log } = logs();
  const made: (() => void)[] = [];
  const feature = inBackground({ make: () => new Promise(resolve => made.push(() => resolve({}))) }, log);
  feature.start();
  feature.start();
  expect(made).toHaveLength(1);
  const end = feature.close?.();
  made[0]?.();
  await end;
  expect(lines).toEqual(['sample data is made']);
  expect(made).toHaveLength(1);
});

test('the end waits for the current step, and the rest is not made', async () => {
  const { lines, log } = logs();
  const done: string[] = [];
  let end: unknown;
  const sample = new SampleData(
    {
      eraseSample: async () => 0,
      loadSample: async events => {
        end ??= Promise.resolve(feature.close?.()).then(() => done.push('ended'));
        await Promise.resolve();
        done.push(`${events.length >= 10_000}`);
        return events.length;
      },
    },
    {
      alone: async work => {
        await work();
        return true;
      },
      now: () => Date.parse('2026-11-29T09:00:00Z'),
      parts: [
        {
          make: async () => {
            done.push('part');
            return {};
          },
          remove: async () => ({}),
        },
      ],
    },
  );
  const feature = inBackground(sample, log);
  feature.start();
  await expect.poll(() => end !== undefined).toBe(true);
  await end;
  expect(done).toEqual(['true', 'ended']);
  expect(lines).toEqual(['the sample data is half made; make it whole: npm run sample']);
});

test('a part that is made when the end comes is the last one', async () => {
  const stop = new AbortController();
  const done: string[] = [];
  const part = (name: string) => ({
    make: async () => {
      done.push(name);
      stop.abort(new Error('stopped'));
      return {};
    },
    remove: async () => ({}),
  });
  const sample = new SampleData(
    { eraseSample: async () => 0, loadSample: async () => 0 },
    {
      alone: async work => {
        await work();
        return true;
      },
      now: Date.now,
      parts: [part('people'), part('messages')],
    },
  );
  await expect(sample.make({ seed: 1, days: 7, pupils: 30 }, stop.signal)).rejects.toThrow('stopped');
  expect(done).toEqual(['people']);
});

test('a failure is only logged', async () => {
  const { lines, log } = logs();
  const feature = inBackground({ make: () => Promise.reject(new Error('busy')) }, log);
  feature.start();
  await feature.close?.();
  expect(lines).toEqual(['sample data could not be made']);
});
