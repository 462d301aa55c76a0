import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentSet } from './recent-set.ts';

test('has what was added or asked for among the last `size` members, and nothing that was not added', () => {
  const step = fc.record({ adds: fc.boolean(), member: fc.nat(12) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (size, steps) => {
      const set = new RecentSet<number>(size);
      /** Members, the last used first. */
      let used: number[] = [];
      const added = new Set<number>();
      for (const { adds, member } of steps) {
        const had = adds || set.has(member);
        if (adds) set.add(member);
        if (adds) added.add(member);
        else if (used.slice(0, size).includes(member)) expect(had).toBe(true);
        if (had) expect(added.has(member)).toBe(true);
        if (had) used = [member, ...used.filter(one => one !== member)];
      }
    }),
  );
});

test('forgets what is not asked for while twice as many come', () => {
  const set = new RecentSet<number>(100);
  set.add(-1);
  for (let member = 0; member < 200; member += 1) set.add(member);
  expect(set.has(-1)).toBe(false);
});
