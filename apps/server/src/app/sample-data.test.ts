import { expect, test } from 'vitest';
import { inBackground } from './sample-data.ts';

const logs = () => {
  const lines: string[] = [];
  const write = (_: unknown, line: string) => void lines.push(line);
  return { lines, log: { info: write, error: write } as never };
};

test('sample data in the background is made once after another, and the end waits for it', async () => {
  const { lines, log } = logs();
  const made: (() => void)[] = [];
  const feature = inBackground({ make: () => new Promise(resolve => made.push(() => resolve({}))) }, log);
  feature.start();
  feature.start();
  await Promise.resolve();
  expect(made).toHaveLength(1);
  let ended = false;
  const end = Promise.resolve(feature.close?.()).then(() => {
    ended = true;
    return ended;
  });
  made[0]?.();
  while (made.length < 2) await Promise.resolve();
  expect(ended).toBe(false);
  made[1]?.();
  await end;
  expect(lines).toEqual(['sample data is made', 'sample data is made']);
});

test('a failure is only logged', async () => {
  const { lines, log } = logs();
  const feature = inBackground({ make: () => Promise.reject(new Error('busy')) }, log);
  feature.start();
  await feature.close?.();
  expect(lines).toEqual(['sample data could not be made']);
});
