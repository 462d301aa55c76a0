import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aliyunWindows, FlowControl, tencentWindows, type Window } from './flow-control.ts';

describe.each([
  ['aliyun', aliyunWindows],
  ['tencent', tencentWindows],
])('the limits of %s', (_name, windows: readonly Window[]) => {
  it('never give more than a window permits, and refuse only where one is full', () => {
    const gaps = fc.array(fc.oneof(fc.nat(70_000), fc.nat(3_600_000), fc.nat(90_000_000)), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, steps => {
        const flow = new FlowControl(windows);
        const given: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          const within = (window: Window) => given.filter(time => time > now - window.length).length;
          const expected = windows.find(window => within(window) >= window.permits);
          expect(flow.take('number', now)).toBe(expected);
          if (!expected) given.push(now);
          for (const window of windows) expect(within(window)).toBeLessThanOrEqual(window.permits);
        }
      }),
    );
  });

  it('are one number’s own', () => {
    const flow = new FlowControl(windows);
    expect(flow.take('one', 0)).toBeUndefined();
    expect(flow.take('other', 0)).toBeUndefined();
    expect(flow.take('one', 1)).toBe(windows[0]);
    flow.clear();
    expect(flow.take('one', 1)).toBeUndefined();
  });
});
