import { expect, it } from 'vitest';
import type { ClickHouse } from './client.ts';
import { canMark, clearDeleted } from './deleted-rows.ts';
import type { MaintenanceContext } from './remove.ts';

const NIGHT = Date.UTC(2026, 10, 21, 18, 30);
const NOON = Date.UTC(2026, 10, 21, 4);

/**
 * A ClickHouse in the night after an erasure at noon.
 * @param pending times that rows are written away before all are
 * @param meanwhile is done while they are
 * @param unfinished looks at mutations that find a deletion which is still to be done
 * @param slow looks at mutations that find rows which are still written away
 * @param crowded looks at the disk that find no room for a part
 * @param checks times that the lock is there when asked for
 * @param ahead another process clears before this one gets the lock
 */
const world = ({
  pending = 1,
  meanwhile = (_notes: number[]) => {},
  checks = Number.POSITIVE_INFINITY,
  ahead = false,
  fails = false,
  unfinished = 0,
  slow = 0,
  crowded = 0,
} = {}) => {
  const notes = [NOON];
  const sent: string[] = [];
  const clock = { now: NIGHT };
  let marked = pending;
  let left = unfinished;
  let writing = 0;
  let full = crowded;
  const lookUp = async (sql: string): Promise<readonly object[]> => {
    if (sql.startsWith('SELECT min(value)')) return notes.length > 0 ? [{ at: Math.min(...notes) }] : [];
    if (sql.startsWith('SELECT max(value)')) return [{ last: Math.max(0, ...notes) }];
    const bound = Number(/value <= (\d+)/.exec(sql)?.[1]);
    const bounded = notes.filter(note => note <= bound);
    if (sql.includes('system.disks')) {
      full -= 1;
      return full >= 0 ? [{ host: 'db-1', least: 100, room: 109 }] : [];
    }
    if (sql.includes('system.mutations')) {
      if (left > 0) {
        left -= 1;
        marked = 1;
        return [{ reason: '' }];
      }
      writing -= 1;
      return writing >= 0 ? [{ reason: '' }] : [];
    }
    if (sql.includes('counted_by')) return bounded.length > 0 ? [{ counted_by: '', counted: 1 }] : [];
    if (sql.startsWith('SELECT 1')) return marked > 0 ? [{}] : [];
    return [{ marked: 0, unmarked: 0, seconds: 0 }];
  };
  const store = {
    lookUp,
    run: async (sql: string) => {
      sent.push(sql.replace(/^INSERT INTO meta[^]*/, 'INSERT INTO meta'));
      if (!sql.includes('TABLE events APPLY')) return;
      if (fails) throw new Error('Memory limit exceeded');
      marked -= 1;
      writing = slow;
      meanwhile(notes);
    },
    runBriefly: async (sql: string) => {
      sent.push(sql);
      const bound = Number(/value <= (\d+)/.exec(sql)?.[1]);
      notes.splice(0, notes.length, ...notes.filter(note => note > bound));
    },
  } as unknown as ClickHouse;
  let held = checks;
  const clear = () =>
    clearDeleted({
      store,
      layout: { database: 'school', cluster: undefined },
      now: () => clock.now,
      pause: async ms => {
        clock.now += ms;
      },
      locks: {
        maintenance: work => {
          if (ahead) {
            notes.length = 0;
            marked = 0;
          }
          return work(
            within => within(),
            async () => {
              held -= 1;
              if (held < 0) throw new Error('the connection ended');
            },
          );
        },
      },
    });
  return { clear, notes, sent, clock };
};
const APPLY = 'ALTER TABLE events APPLY DELETED MASK';
/** Withdraws what an earlier attempt has left. */
const WITHDRAW = `KILL MUTATION WHERE database = 'school' AND table = 'events'
   AND position(command, 'APPLY DELETED MASK') > 0 SYNC`;
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
  const { clear, notes, sent } = world({ checks: 1 });
  await expect(clear()).rejects.toThrow('the connection ended');
  expect(sent).toEqual([WITHDRAW, APPLY, 'INSERT INTO meta']);
  expect(notes).toEqual([NOON]);
});

it('withdraws nothing once the lock is lost, as it would be another process’s', async () => {
  const { clear, sent } = world({ slow: 3, checks: 2 });
  await expect(clear()).rejects.toThrow('the connection ended');
  expect(sent).toEqual([WITHDRAW, APPLY]);
});

it('withdraws what fails, as deletions would wait behind it', async () => {
  const { clear, sent, notes } = world({ fails: true });
  await expect(clear()).rejects.toThrow('Memory limit exceeded');
  expect(sent).toEqual([WITHDRAW, APPLY, WITHDRAW]);
  expect(notes).toEqual([NOON]);
});

it('waits for what takes long', async () => {
  const { clear, sent } = world({ slow: 1_000 });
  await clear();
  expect(sent).toEqual([WITHDRAW, APPLY, 'INSERT INTO meta', FORGET]);
});

it('withdraws what takes two hours, as erasures wait for the lock', async () => {
  const { clear, sent, notes, clock } = world({ slow: Number.POSITIVE_INFINITY });
  await expect(clear()).rejects.toThrow('not done after 120 minutes');
  expect(sent).toEqual([WITHDRAW, APPLY, WITHDRAW]);
  expect(notes).toEqual([NOON]);
  expect(clock.now - NIGHT).toBeLessThan(7_201_000);
});

it('waits no longer than two hours for a deletion that does not end', async () => {
  const { clear, sent, notes } = world({ unfinished: Number.POSITIVE_INFINITY });
  await expect(clear()).rejects.toThrow('not done after 120 minutes');
  expect(sent).toEqual([WITHDRAW]);
  expect(notes).toEqual([NOON]);
});

it('says that the disk has no room, for which ClickHouse would wait without a word', async () => {
  const { clear, sent, notes } = world({ slow: 1_000, crowded: 3 });
  await expect(clear()).rejects.toThrow(
    'ClickHouse on db-1 has no room to write a part of events anew: that takes 110 free bytes, and there are 109.',
  );
  expect(sent).toEqual([WITHDRAW, APPLY, WITHDRAW]);
  expect(notes).toEqual([NOON]);
});

it('goes on where room is free again a moment later', async () => {
  const { clear, sent } = world({ slow: 1_000, crowded: 2 });
  await clear();
  expect(sent).toEqual([WITHDRAW, APPLY, 'INSERT INTO meta', FORGET]);
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

it('marks rows only where every server of the cluster can', async () => {
  const asked: string[] = [];
  const of = (versions: readonly string[]) =>
    canMark({
      store: {
        lookUp: async (sql: string) => {
          asked.push(sql);
          return versions.map(version => ({ version }));
        },
      },
      layout: { database: 'school', cluster: 'all' },
    } as unknown as MaintenanceContext);
  expect(await of(['25.8.1.5101', '26.1.1.1'])).toBe(true);
  expect(await of(['26.1.1.1', '25.7.8.71'])).toBe(false);
  expect(asked[0]).toBe('SELECT version() AS version FROM clusterAllReplicas(`all`, system.one)');
});
