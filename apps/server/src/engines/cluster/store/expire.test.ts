import { describe, expect, it } from 'vitest';
import type { ClickHouse } from './client.ts';
import type { ErasureQueue } from './erasure-queue.ts';
import { expireRows } from './expire.ts';
import type { Maintenance } from './maintenance.ts';

/** The lock is not lost. */
const held = async () => {};
const layout = { database: 'school', cluster: undefined };
const now = () => 7;
const erasures = { waiting: async () => [] } as unknown as ErasureQueue;

it('archives nothing beside a statement that archives yet, of a run that lost its connection', async () => {
  const statements: string[] = [];
  const store = {
    rows: async (sql: string) => {
      if (sql.startsWith('SELECT count()')) statements.push(sql);
      return sql.includes('archived_to') ? [{ from: 5 }] : [];
    },
    run: async (sql: string, { id = '' }: { readonly id?: string } = {}) => {
      statements.push(`${sql} as ${id}`);
    },
    runBriefly: async (sql: string) => {
      statements.push(sql);
    },
    insert: async () => {},
  } as unknown as ClickHouse;
  await expireRows(
    {
      store,
      layout,
      now,
      erasures,
      locks: { maintenance: work => work(within => within(), held) },
    },
    9,
  );
  expect(statements[0]).toContain(
    "KILL QUERY WHERE startsWith(initial_query_id, 'rollcall-archive/school/') SYNC",
  );
  expect(statements[1]).toContain('FROM hourly_archive WHERE hour >= 5');
  const archived = statements.filter(sql => /INSERT INTO \w+_archive/.test(sql));
  expect(archived).toHaveLength(3);
  for (const sql of archived) expect(sql).toMatch(/ as rollcall-archive\/school\/[\w-]{36}$/);
  // A server forgets an id after it has answered.
  expect(new Set(archived.map(sql => sql.split(' as ').at(-1))).size).toBe(3);
});

describe('where the lock is lost while sums are archived', () => {
  const CLEAR = 'ALTER TABLE transitions_archive DELETE';
  /** @param after how many statements the lock is lost @returns those that were sent */
  const archived = async (after: number): Promise<readonly string[]> => {
    const sent: string[] = [];
    const send = async (sql: string) => void sent.push(sql.trim().slice(0, 38).trim());
    const store = {
      rows: async (sql: string) => {
        if (sql.includes('archived_to')) return [{ from: 5 }];
        // An interrupted run has left sums in one of the archives.
        return sql.includes('FROM transitions_archive') ? [{ rows: 3 }] : [];
      },
      run: async (sql: string) => {
        if (!sql.startsWith('KILL')) await send(sql);
      },
      runBriefly: async () => {},
      insert: async (table: string) => send(`${table} is written`),
    } as unknown as ClickHouse;
    const ensureHeld = async () => {
      if (sent.length >= after) throw new Error('the connection ended');
    };
    const locks = {
      maintenance: work => work(within => within(), ensureHeld),
    } satisfies Maintenance['locks'];
    await expect(expireRows({ store, layout, locks, erasures, now }, 9)).rejects.toThrow(
      'the connection ended',
    );
    return sent;
  };
  const all = [
    CLEAR,
    'INSERT INTO hourly_archive (hour, prod',
    'INSERT INTO active_persons_archive (ho',
    'INSERT INTO transitions_archive (hour,',
  ];

  it.each([0, 1, 2, 3, 4])('sends nothing more after %i statements', async after => {
    expect(await archived(after)).toEqual(all.slice(0, after));
  });
});
