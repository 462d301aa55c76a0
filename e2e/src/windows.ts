/** The windows of time in which the server counts: what a test counts must not fall into two of them. */
import { expect } from 'vitest';

/** Waits until more than `left` ms are left of each window. @param windows their lengths in ms; they begin at multiples of it */
export const withinWindows = (left: number, ...windows: readonly number[]): Promise<void> =>
  expect.poll(() => Math.min(...windows.map(length => length - (Date.now() % length)))).toBeGreaterThan(left);
