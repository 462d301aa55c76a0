import { expect, it } from 'vitest';
import { StoreUnavailable } from '../errors.ts';
import type { ClickHouse } from './client.ts';
import { canMark, clearDeleted } from './deleted-rows.ts';
import type { MaintenanceContext } from './run-mutation.ts';

const NIGHT = Date.UTC(2026, 10, 21, 18, 30);
const NOON = Date.UTC(2026, 10, 21, 4);

/**
 * A ClickHouse in the night after an erasure at noon.
 * @param pending times that rows are written away before all are
 * @param meanwhile is done while they are
 * @param fails why they can't be, as a look says
 * @param refused the statement is answered with an error
 * @param unfinished looks at mutations that find a deletion which is still to be done
 * @param slow looks at mutations that find rows which are still written away
 * @param isWriting whether ClickHouse is at it when asked so many times before
 * @param state of the mutations after so many looks: how many, and parts to do
 * @param checks times that the lock is there when asked for
 * @param ahead another process clears before this one gets the lock
 */
const world = ({
  pending = 1,
  meanwhile = (_notes: number[]) => {},
  checks = Number.POSITIVE_INFINITY,
  ahead = false,
  fails = '',
  refused = false,
  unfinished = 0,
  slow = 0,
  isWriting = (_looks: number): boolean => false,
  state = (_looks: number): string => '1 3',
} = {}) => {
  const notes = [NOON];
  const sent: string[] = [];
  const waited: number[] = [];
  let marked = pending;
  let left = unfinished;
  let writing = 0;
  const looks = { writing: 0, mutations: 0 };
  const boundedBy = (sql: string) => notes.filter(note => note <= Number(/value <= (\d+)/.exec(sql)?.[1]));
  const lookUp = async (sql: string): Promise<readonly object[]> => {
    if (sql.startsWith('SELECT min(value)')) return notes.length > 0 ? [{ at: Math.min(...notes) }] : [];
    if (sql.startsWith('SELECT max(value)')) return [{ last: Math.max(0, ...notes) }];
    if (sql.startsWith('SELECT 1 FROM system.merges')) return isWriting(looks.writing++) ? [{}] : [];
    if (sql.includes('system.disks')) return [{ host: 'db-1', disk: 'default', least: 100, left: 109 }];
    if (sql.includes('system.mutations')) {
      if (left > 0) {
        left -= 1;
        marked = 1;
        return [{ reason: '', state: '1 1' }];
      }
      if (writing === 0) return [];
      writing -= 1;
      return [{ reason: fails, state: state(looks.mutations++) }];
    }
    if (sql.includes('counted_by')) return boundedBy(sql).length > 0 ? [{ counted_by: '', counted: 1 }] : [];
    if (sql.startsWith('SELECT 1')) return marked > 0 ? [{}] : [];
    return [{ marked: 0, unmarked: 0, seconds: 0 }];
  };
  const store = {
    lookUp,
    run: async (sql: string) => void sent.push(sql.slice(0, 16)),
    runBriefly: async (sql: string) => {
      sent.push(sql);
      if (sql.startsWith('KILL')) writing = 0;
      else if (sql.includes('TABLE events APPLY')) {
        writing = fails === '' ? slow : 1;
        marked -= 1;
        meanwhile(notes);
        if (refused) throw new Error('Too many simultaneous queries');
        if (writing > 0) throw new StoreUnavailable('no answer in time');
      } else for (const note of boundedBy(sql)) notes.splice(notes.indexOf(note), 1);
    },
  } as unknown as ClickHouse;
  let held = checks;
  const clear = () =>
    clearDeleted({
      store,
      layout: { database: 'school', cluster: undefined },
      now: () => NIGHT,
      pause: async ms => waited.push(ms),
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
  return { clear, notes, sent, minutes: () => waited.reduce((sum, ms) => sum + ms, 0) / 60_000 };
};
const APPLY = 'ALTER TABLE events APPLY DELETED MASK';
/** Withdraws what an earlier attempt has left. */
const WITHDRAW = `KILL MUTATION WHERE database = 'school' AND table = 'events'
   AND position(command, 'APPLY DELETED MASK') > 0 SYNC`;
const WITHDRAW_ALL = [
  WITHDRAW.replace('APPLY DELETED MASK', 'DELETE WHERE'),
  WITHDRAW.replace('APPLY DELETED MASK', '_row_exists = 0'),
  WITHDRAW,
];
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
  expect(sent).toEqual([WITHDRAW, APPLY, APPLY, APPLY]);
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
  const { clear, sent } = world({ slow: 3, isWriting: () => true, checks: 2 });
  await expect(clear()).rejects.toThrow('the connection ended');
  expect(sent).toEqual([WITHDRAW, APPLY]);
});

it('withdraws nothing where a statement is refused, as others may go on', async () => {
  const { clear, sent } = world({ refused: true });
  await expect(clear()).rejects.toThrow('Too many simultaneous queries');
  expect(sent).toEqual([WITHDRAW, APPLY]);
});

it('withdraws nothing that failed once the lock is lost', async () => {
  const { clear, sent } = world({ refused: true, fails: 'Memory limit', checks: 1 });
  await expect(clear()).rejects.toThrow('Too many');
  expect(sent).toEqual([WITHDRAW, APPLY]);
});

it.each([
  ['a look finds', { fails: 'Memory limit exceeded' }, 'Memory limit exceeded'],
  ['the statement is told', { refused: true, fails: 'Memory limit' }, 'Too many'],
])('withdraws what %s to have failed, as deletions would wait behind it', async (_, how, why) => {
  const { clear, sent, notes } = world(how);
  await expect(clear()).rejects.toThrow(why);
  expect(sent).toEqual([WITHDRAW, APPLY, ...WITHDRAW_ALL]);
  expect(notes).toEqual([NOON]);
});

const MINUTE = 60;
it.each([
  ['is written', { isWriting: () => true }],
  ['has parts done', { state: (looks: number) => `1 ${1_000 - Math.floor(looks / (19 * MINUTE))}` }],
  ['is written again each time after 19 minutes', { isWriting: (n: number) => n % (19 * MINUTE) === 0 }],
])('waits for what %s, however long it takes', async (_, goesOn) => {
  const { clear, sent, minutes } = world({ slow: 100 * MINUTE, ...goesOn });
  await clear();
  expect(sent).toEqual([WITHDRAW, APPLY, 'INSERT INTO meta', FORGET]);
  expect(minutes()).toBe(100);
});

it('withdraws what does not go on for 20 minutes, and says why', async () => {
  const { clear, sent, notes, minutes } = world({ slow: 100 * MINUTE });
  await expect(clear()).rejects.toThrow(
    'Mutations of events have not gone on for 20 minutes. Disk default of db-1 has no room to write a part anew: that takes 110 free bytes, and there are 109.',
  );
  expect(sent).toEqual([WITHDRAW, APPLY, ...WITHDRAW_ALL]);
  expect(notes).toEqual([NOON]);
  expect(minutes()).toBe(20);
});

it('withdraws what has no part done for six hours, whatever ClickHouse is at', async () => {
  const { clear, sent } = world({ slow: 1_000 * MINUTE, isWriting: () => true });
  await expect(clear()).rejects.toThrow('not gone on for 360 minutes');
  expect(sent).toEqual([WITHDRAW, APPLY, ...WITHDRAW_ALL]);
});

it('withdraws a deletion that a process has left and that does not go on', async () => {
  const { clear, sent, notes } = world({ unfinished: 100 * MINUTE });
  await expect(clear()).rejects.toThrow('not gone on for 20 minutes');
  expect(sent).toEqual([WITHDRAW, ...WITHDRAW_ALL]);
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
