import { expect, it } from 'vitest';
import type { ClickHouse } from './client.ts';
import { clearDeleted } from './deleted-rows.ts';

const NIGHT = Date.UTC(2026, 10, 21, 18, 30);
const NOON = Date.UTC(2026, 10, 21, 4);

/**
 * A ClickHouse in the night after an erasure at noon.
 * @param pending times that rows are written away before all are
 * @param meanwhile is done while they are
 * @param unfinished looks at mutations that find a deletion which is still to be done
 * @param ahead another process clears before this one gets the lock
 */
const world = ({
  pending = 1,
  meanwhile = (_notes: number[]) => {},
  isLost = false,
  ahead = false,
  fails = false,
  unfinished = 0,
} = {}) => {
  const notes = [NOON];
  const sent: string[] = [];
  let marked = pending;
  let left = unfinished;
  const store = {
    lookUp: async (sql: string) => {
      if (sql.startsWith('SELECT min(value)')) return notes.length > 0 ? [{ at: Math.min(...notes) }] : [];
      if (sql.startsWith('SELECT max(value)')) return [{ last: Math.max(0, ...notes) }];
      const bound = Number(/value <= (\d+)/.exec(sql)?.[1]);
      const bounded = notes.filter(note => note <= bound);
      if (sql.includes('system.mutations')) {
        if (left === 0) return [];
        left -= 1;
        marked = 1;
        return [{ reason: '' }];
      }
      if (sql.includes('counted_by')) return bounded.length > 0 ? [{ counted_by: '', counted: 1 }] : [];
      if (sql.startsWith('SELECT 1')) return marked > 0 ? [{}] : [];
      return [{ marked: 0, unmarked: 0, seconds: 0 }];
    },
    run: async (sql: string) => void sent.push(sql.slice(0, 16)),
    runBriefly: async (sql: string) => {
      sent.push(sql);
      if (sql.includes('APPLY')) {
        if (fails) throw new Error('Not enough space');
        marked -= 1;
        meanwhile(notes);
        return;
      }
      const bound = Number(/value <= (\d+)/.exec(sql)?.[1]);
      notes.splice(0, notes.length, ...notes.filter(note => note > bound));
    },
  } as unknown as ClickHouse;
  const clear = () =>
    clearDeleted({
      store,
      layout: { database: 'school', cluster: undefined },
      now: () => NIGHT,
      pause: async () => {},
      locks: {
        maintenance: work => {
          if (ahead) {
            notes.length = 0;
            marked = 0;
          }
          return work(
            within => within(),
            async () => {
              if (isLost) throw new Error('the connection ended');
            },
          );
        },
      },
    });
  return { clear, notes, sent };
};
const APPLY = 'ALTER TABLE events APPLY DELETED MASK';
/** Withdraws what an earlier attempt has left. */
const WITHDRAW = 'KILL MUTATION WH';
const SKEW = 600_000;
const FORGET = `ALTER TABLE meta DELETE WHERE name = 'erased' AND value <= ${NOON}`;

it('writes marked rows away and forgets when they were erased', async () => {
  const { clear, sent } = world();
  expect(await clear()).toBe(NIGHT - SKEW);
  expect(sent).toEqual([WITHDRAW, APPLY, 'INSERT INTO meta', FORGET]);
});

it('writes them away again where a deletion was still to be done', async () => {
  const { clear, sent } = world({ pending: 2 });
  expect(await clear()).toBe(NIGHT - SKEW);
  expect(sent).toEqual([WITHDRAW, APPLY, APPLY, 'INSERT INTO meta', FORGET]);
});

it('says that rows are left, and keeps when they were erased', async () => {
  const { clear, sent, notes } = world({ pending: 4 });
  await expect(clear()).rejects.toThrow('left on the disk');
  expect(sent).toEqual([WITHDRAW, APPLY, APPLY, APPLY, WITHDRAW]);
  expect(notes).toEqual([NOON]);
});

it('keeps what another process noted meanwhile', async () => {
  const { clear, notes } = world({ meanwhile: all => all.push(NIGHT + 5) });
  await clear();
  expect(notes).toEqual([NIGHT + 5]);
});

it('forgets nothing once the lock is lost', async () => {
  const { clear, notes } = world({ isLost: true });
  await expect(clear()).rejects.toThrow('the connection ended');
  expect(notes).toEqual([NOON]);
});

it('withdraws what fails, as deletions would wait behind it', async () => {
  const { clear, sent, notes } = world({ fails: true });
  await expect(clear()).rejects.toThrow('Not enough space');
  expect(sent).toEqual([WITHDRAW, APPLY, WITHDRAW]);
  expect(notes).toEqual([NOON]);
});

it('waits for a deletion that a process has left, and writes its rows away', async () => {
  const { clear, sent } = world({ pending: 0, unfinished: 2 });
  await clear();
  expect(sent).toEqual([WITHDRAW, APPLY, 'INSERT INTO meta', FORGET]);
});

it('does nothing where another process has cleared while this one waited for the lock', async () => {
  const { clear, sent } = world({ ahead: true });
  await clear();
  expect(sent).toEqual([]);
});

it('forgets when rows were erased that merges have left out', async () => {
  const { clear, sent } = world({ pending: 0 });
  await clear();
  expect(sent).toEqual([WITHDRAW, 'INSERT INTO meta', FORGET]);
});
