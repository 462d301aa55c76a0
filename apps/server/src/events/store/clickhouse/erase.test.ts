import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../errors.ts';
import type { ClickHouse } from './client.ts';
import { erasuresOf, expireRows } from './erase.ts';
import type { MaintenanceContext } from './run-mutation.ts';

/** The lock is not lost. */
const held = async () => {};
const layout = { database: 'school', cluster: undefined };
const now = () => 7;
const isMutation = (sql: string): boolean => /^(ALTER|DELETE) /.test(sql);

/**
 * A ClickHouse with three rows of somebody, which cuts the connection at each mutation and goes on with it.
 * @param looks what it says of its mutations, one look after the other: why one fails, if it does; nothing: all are done
 */
const world = (looks: readonly (string | undefined | Error)[]) => {
  const left = [...looks];
  let rows = 3;
  const pauses: number[] = [];
  const withdrawn: string[] = [];
  const store = {
    lookUp: async (sql: string) => {
      if (sql.includes('version()')) return [{ version: '26.7.2.1' }];
      if (sql.includes('FROM events')) return rows > 0 ? [{ counted_by: 'a', counted: rows }] : [];
      if (sql.includes('system.merges') || sql.includes('system.disks')) return [];
      if (!sql.includes('system.mutations')) return [];
      const look = left.shift();
      if (look instanceof Error) throw look;
      if (look !== undefined) return [{ reason: look, state: '1 1' }];
      rows = 0;
      return [];
    },
    runBriefly: async (sql: string) => {
      if (isMutation(sql)) throw new StoreUnavailable('cut off');
      if (sql.startsWith('KILL MUTATION')) withdrawn.push(/position\(command, (.*)\)/.exec(sql)?.[1] ?? '');
    },
    insert: async () => {},
  } as unknown as ClickHouse;
  const erasures = erasuresOf({
    store,
    layout,
    now,
    locks: { maintenance: work => work(within => within(), held) },
    pause: async ms => pauses.push(ms),
  });
  const erase = () => erasures.erase({ user: 'a' });
  return { erase, pauses, withdrawn };
};

it('waits for a mutation whose answer was lost, for as long as it takes', async () => {
  const { erase, pauses } = world(['', '', undefined]);
  expect(await erase()).toBe(3);
  expect(pauses).toHaveLength(2);
});

it('is given up where the server does not answer, to be repeated', async () => {
  const { erase } = world(['', new StoreUnavailable('no answer')]);
  await expect(erase()).rejects.toMatchObject({ name: 'StoreUnavailable' });
});

it('says why a mutation fails', async () => {
  const { erase } = world(['', 'Not enough space']);
  await expect(erase()).rejects.toThrow('Not enough space');
});

it('withdraws what does not go on, as it would keep the lock', async () => {
  const { erase, withdrawn } = world(Array.from({ length: 1_300 }, () => ''));
  await expect(erase()).rejects.toThrow('not gone on for 20 minutes. ClickHouse does not begin them');
  expect(withdrawn).toEqual([
    // Before, of a process that has ended.
    "'APPLY DELETED MASK'",
    "'DELETE WHERE'",
    "'_row_exists = 0'",
    "'APPLY DELETED MASK'",
  ]);
});

describe('those who are to be erased at once', () => {
  /** A ClickHouse with two rows of everybody, whose lock is got when the test says. */
  const crowd = (version = '26.7.2.1') => {
    const statements: string[] = [];
    const locks: (() => void)[] = [];
    const left = new Set(['a', 'b', 'c']);
    const store = {
      lookUp: async (sql: string) => {
        if (sql.includes('version()')) return [{ version }];
        const asked = [...left].filter(name => sql.includes(`'${name}'`));
        return sql.includes('FROM events') ? asked.map(name => ({ counted_by: name, counted: 2 })) : [];
      },
      runBriefly: async (sql: string) => {
        statements.push(sql);
        if (!isMutation(sql)) return;
        for (const name of left) if (sql.includes(`'${name}'`)) left.delete(name);
      },
      insert: async (table: string, _: unknown, rows: unknown) => {
        statements.push(`${table} ${JSON.stringify(rows)}`);
      },
    } as unknown as ClickHouse;
    const erasures = erasuresOf({
      store,
      layout,
      now,
      locks: {
        maintenance: async work => {
          await new Promise<void>(resolve => locks.push(resolve));
          return work(within => within(), held);
        },
      },
    });
    return { erasures, statements, locks };
  };

  it('share a mutation, and each learns how many events were theirs', async () => {
    const { erasures, statements, locks } = crowd();
    const all = Promise.all(['a', 'b', 'nobody'].map(user => erasures.erase({ user })));
    locks.shift()?.();
    expect(await all).toEqual([2, 2, 0]);
    expect(statements).toEqual([
      // It would archive sums of the erased.
      "KILL QUERY WHERE startsWith(initial_query_id, 'rollcall-archive/school/') SYNC",
      // Erasures would wait behind it.
      expect.stringMatching(/^KILL MUTATION .*APPLY DELETED MASK/s),
      'meta [["erased",7]]',
      expect.stringContaining('INSERT INTO erased_ids'),
      "DELETE FROM events WHERE user_id IN ('a', 'b', 'nobody')",
    ]);
    const later = erasures.erase({ user: 'c' });
    locks.shift()?.();
    expect(await later).toBe(2);
    expect(statements).toHaveLength(10);
  });

  it.each([
    ['25.3.6.56', 'ALTER TABLE events DELETE WHERE'],
    ['25.7.8.71', 'ALTER TABLE events DELETE WHERE'],
    ['25.8.1.5101', 'DELETE FROM events WHERE'],
    ['26.1.1.1', 'DELETE FROM events WHERE'],
  ])('by ClickHouse %s: %s', async (version, statement) => {
    const { erasures, statements, locks } = crowd(version);
    const erased = erasures.erase({ user: 'a' });
    locks.shift()?.();
    expect(await erased).toBe(2);
    expect(statements.filter(isMutation)).toEqual([`${statement} user_id IN ('a')`]);
    expect(statements.some(sql => sql.startsWith('meta'))).toBe(statement.startsWith('DELETE'));
  });
});

it('archives nothing beside a statement that archives yet, of a run that lost its connection', async () => {
  const statements: string[] = [];
  const store = {
    rows: async (sql: string) => (sql.includes('archived_to') ? [{ from: 5 }] : []),
    lookUp: async (sql: string) => {
      statements.push(sql);
      return [];
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
      rows: async (sql: string) => (sql.includes('archived_to') ? [{ from: 5 }] : []),
      // An interrupted run has left sums in one of the archives.
      lookUp: async (sql: string) =>
        sql.includes('FROM transitions_archive') && !sent.includes(CLEAR)
          ? [{ counted_by: '', counted: 3 }]
          : [],
      run: send,
      runBriefly: async (sql: string) => {
        if (isMutation(sql)) await send(sql);
      },
      insert: async (table: string) => send(`${table} is written`),
    } as unknown as ClickHouse;
    const ensureHeld = async () => {
      if (sent.length >= after) throw new Error('the connection ended');
    };
    const locks = {
      maintenance: work => work(within => within(), ensureHeld),
    } satisfies MaintenanceContext['locks'];
    await expect(expireRows({ store, layout, locks, now }, 9)).rejects.toThrow('the connection ended');
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
