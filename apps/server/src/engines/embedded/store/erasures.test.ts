import { describe, expect, it } from 'vitest';
import type { Subject } from '../../../events/record/subject.ts';
import { Erasures, named, removedOf } from './erasures.ts';

/** A store with two events of everybody, whose erasures go on when the test says. */
const world = () => {
  const batches: (readonly Subject[])[] = [];
  const turns: ((fault?: Error) => void)[] = [];
  const erasures = new Erasures(async take => {
    await new Promise<void>((resolve, reject) =>
      turns.push(fault => {
        if (fault) reject(fault);
        else resolve();
      }),
    );
    const subjects = take();
    batches.push(subjects);
    return subjects.map(() => 2);
  });
  const erase = (users: readonly string[]) =>
    Promise.allSettled(users.map(user => erasures.erase({ user }))).then(all =>
      all.map(each => (each.status === 'fulfilled' ? each.value : String(each.reason))),
    );
  const turn = async (fault?: Error) => {
    turns.shift()?.(fault);
    // The next batch begins in a later microtask.
    await new Promise(resolve => setImmediate(resolve));
  };
  return { erase, turn, batches };
};

describe('those who are to be erased at once', () => {
  it('go together, and those who come meanwhile go next', async () => {
    const { erase, turn, batches } = world();
    const first = erase(['a', 'b']);
    await turn();
    const later = erase(['c']);
    await turn();
    expect([await first, await later]).toEqual([[2, 2], [2]]);
    expect(batches).toEqual([[{ user: 'a' }, { user: 'b' }], [{ user: 'c' }]]);
  });

  it('are a hundred at most', async () => {
    const { erase, turn, batches } = world();
    const all = erase(Array.from({ length: 101 }, (_, n) => `${n}`));
    await turn();
    await turn();
    expect(await all).toEqual(Array.from({ length: 101 }, () => 2));
    expect(batches.map(({ length }) => length)).toEqual([100, 1]);
  });

  it('fail together, and those who come later do not', async () => {
    const { erase, turn } = world();
    const both = erase(['a', 'b']);
    await turn(new Error('The disk is full.'));
    expect(await both).toEqual(['Error: The disk is full.', 'Error: The disk is full.']);
    const later = erase(['c']);
    await turn();
    expect(await later).toEqual([2]);
  });

  it('are told once of events if they are the same', () => {
    const subjects: readonly Subject[] = [{ user: 'a' }, { device: 'a' }, { user: 'a' }, { user: 'b' }];
    const removed = { user: new Map([['a', 3]]), device: new Map([['a', 1]]) };
    expect(removedOf(subjects, removed)).toEqual([3, 1, 0, 0]);
  });

  it('are named by kind', () => {
    const subjects: readonly Subject[] = [{ user: 'a' }, { device: 'd' }];
    const [users, devices] = [named(subjects, 'user'), named(subjects, 'device')];
    expect([users.names, devices.names]).toEqual([['a'], ['d']]);
    expect(users.persons).not.toEqual(named([{ device: 'a' }], 'device').persons);
  });
});
