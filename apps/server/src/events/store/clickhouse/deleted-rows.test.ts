import { expect, it } from 'vitest';
import type { ClickHouse } from './client.ts';
import { clearDeleted } from './deleted-rows.ts';

const NIGHT = Date.UTC(2026, 10, 21, 18, 30);
const NOON = Date.UTC(2026, 10, 21, 4);

/**
 * A ClickHouse in the night after an erasure at noon.
 * @param pending times that rows are written away before all are
 * @param meanwhile is done while they are
 */
const world = ({ pending = 1, meanwhile = (_notes: number[]) => {}, isLost = false } = {}) => {
  const notes = [NOON];
  const sent: string[] = [];
  let marked = pending;
  const store = {
    lookUp: async (sql: string) => {
      if (sql.startsWith('SELECT min(value)')) return notes.length > 0 ? [{ at: Math.min(...notes) }] : [];
      if (sql.startsWith('SELECT max(value)')) return [{ last: Math.max(0, ...notes) }];
      const bound = Number(/value <= (\d+)/.exec(sql)?.[1]);
      const bounded = notes.filter(note => note <= bound);
      if (sql.includes('counted_by')) return bounded.length > 0 ? [{ counted_by: '', counted: 1 }] : [];
      if (sql.startsWith('SELECT 1')) return marked > 0 ? [{}] : [];
      return [{ marked: 0, unmarked: 0, seconds: 0 }];
    },
    run: async (sql: string) => void sent.push(sql.slice(0, 16)),
    runBriefly: async (sql: string) => {
      sent.push(sql);
      if (sql.includes('APPLY')) {
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
      locks: {
        maintenance: work =>
          work(
            within => within(),
            async () => {
              if (isLost) throw new Error('the connection ended');
            },
          ),
      },
    });
  return { clear, notes, sent };
};
const APPLY = 'ALTER TABLE events APPLY DELETED MASK';
const FORGET = `ALTER TABLE meta DELETE WHERE name = 'erased' AND value <= ${NOON}`;

it('writes marked rows away and forgets when they were erased', async () => {
  const { clear, sent } = world();
  expect(await clear()).toBe(NIGHT);
  expect(sent).toEqual([APPLY, 'INSERT INTO meta', FORGET]);
});

it('writes them away again where a deletion was still to be done', async () => {
  const { clear, sent } = world({ pending: 2 });
  expect(await clear()).toBe(NIGHT);
  expect(sent).toEqual([APPLY, APPLY, 'INSERT INTO meta', FORGET]);
});

it('says that rows are left, and keeps when they were erased', async () => {
  const { clear, sent, notes } = world({ pending: 4 });
  await expect(clear()).rejects.toThrow('left on the disk');
  expect(sent).toEqual([APPLY, APPLY, APPLY]);
  expect(notes).toEqual([NOON]);
});

it('keeps what another process noted that took a lost lock', async () => {
  const { clear, notes } = world({ meanwhile: all => all.push(NIGHT + 5) });
  await clear();
  expect(notes).toEqual([NIGHT + 5]);
});

it('forgets nothing once the lock is lost', async () => {
  const { clear, notes } = world({ isLost: true });
  await expect(clear()).rejects.toThrow('the connection ended');
  expect(notes).toEqual([NOON]);
});

it('writes nothing anew where another process did so while this one waited for the lock', async () => {
  const { clear, sent } = world({ pending: 0 });
  await clear();
  expect(sent).toEqual(['INSERT INTO meta', FORGET]);
});
