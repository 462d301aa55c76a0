/** SQL of operators over ClickHouse's protocol: what is sent, and what becomes of its answers. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClickHouseError } from '@clickhouse/client';
import { sqlLimits } from '@rollcall/contract/console';
import { afterEach, expect, test } from 'vitest';
import { type SqlData, SqlFault } from '../../../features/usage/sql/engine.ts';
import { ClickHouseSql, type ClickHouseSqlOptions } from './clickhouse-sql.ts';
import { limits } from './user.ts';

const database = 'rollcall_sql';
const SELECT = ['SelectWithUnionQuery (children 1)', ' ExpressionList (children 1)'];
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Asked {
  readonly query: string;
  readonly params: URLSearchParams;
  readonly response: ServerResponse;
}

const compact = (rows: readonly unknown[][]): string =>
  JSON.stringify({ meta: [{ name: 'x', type: 'String' }], data: rows, rows: rows.length });
const refusedBy = (response: ServerResponse, code: number, text: string): void => {
  response.writeHead(500, { 'x-clickhouse-exception-code': String(code) });
  response.end(`Code: ${code}. DB::Exception: ${text}. (REFUSED) (version 26.7.2.1)\n`);
};

/** A server with a good user. @param answer of the operator's statement */
const open = async (
  answer: (asked: Asked) => void,
  {
    grants = [`GRANT SELECT ON ${database}.* TO reader`],
    ...more
  }: Partial<ClickHouseSqlOptions> & {
    readonly grants?: readonly string[];
  } = {},
) => {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const query = Buffer.concat(parts).toString();
      const params = new URL(request.url ?? '', 'http://localhost').searchParams;
      asked.push({ query, params, response });
      if (query.startsWith('SHOW GRANTS')) response.end(compact(grants.map(line => [line])));
      else if (query.includes('system.databases')) response.end(compact([[database]]));
      else if (query.includes('system.settings'))
        response.end(compact(Object.entries(limits).map(([name, value]) => [`${name}=${value}`])));
      else if (query.includes('system.parts')) refusedBy(response, 497, 'Not enough privileges');
      else if (query.startsWith('EXPLAIN AST')) response.end(`${SELECT.join('\n')}\n`);
      else answer({ query, params, response });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sql = new ClickHouseSql({
    url: `http://reader:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    database,
    prepare: async () => {},
    now: () => 0,
    timeout: 600_000,
    ...more,
  });
  closing.push(async () => {
    await sql.close();
    server.closeAllConnections();
    server.close();
  });
  return { sql, asked };
};
const dataOf = async (sql: ClickHouseSql): Promise<SqlData> => {
  const data = await sql.data();
  if ('off' in data) throw new Error(JSON.stringify(data));
  return data;
};
const run = async (sql: ClickHouseSql, text: string, by = 'admin', signal = new AbortController().signal) =>
  (await dataOf(sql)).run(text, by, signal);
const faultOf = async (running: Promise<unknown>): Promise<SqlFault> => {
  const error: unknown = await running.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SqlFault)) throw new Error(String(error));
  return error;
};
const lines = (...rows: readonly unknown[][]): string => rows.map(row => `${JSON.stringify(row)}\n`).join('');

test('a statement is sent as it is, without settings, and its rows come back with their types', async () => {
  const { sql, asked } = await open(({ response }) =>
    response.end(
      lines(
        ['day', 'n', 'big', 'share', 'of'],
        ['Date', 'UInt64', 'UInt64', 'Nullable(Float64)', 'Array(String)'],
        ['2026-11-20', '3', '9007199254740993', null, ['a']],
      ),
    ),
  );
  expect(await run(sql, 'select 1 -- one')).toEqual({
    columns: [
      { name: 'day', numeric: false },
      { name: 'n', numeric: true },
      { name: 'big', numeric: true },
      { name: 'share', numeric: true },
      { name: 'of', numeric: false },
    ],
    rows: [['2026-11-20', 3, '9007199254740993', null, '["a"]']],
    cut: false,
  });
  const sent = asked.map(({ query }) => query).filter(query => query.startsWith('select 1'));
  expect(sent).toEqual([
    expect.stringMatching(/^select 1 -- one\s*\n\s*FORMAT JSONCompactEachRowWithNamesAndTypes$/),
  ]);
  for (const { params } of asked)
    expect(
      [...params.keys()].filter(name => !['query_id', 'database', 'wait_end_of_query'].includes(name)),
    ).toEqual([]);
});

test('rows beyond the bound are cut', async () => {
  const { sql } = await open(({ response }) =>
    response.end(lines(['n'], ['UInt8'], ...Array.from({ length: sqlLimits.rows + 1 }, () => [1]))),
  );
  const { rows, cut } = await run(sql, 'select 1');
  expect([rows.length, cut]).toEqual([sqlLimits.rows, true]);
});

test.each([
  [159, 'time'],
  [241, 'memory'],
  [202, 'busy'],
  [47, 'statement'],
  [164, 'statement'],
])('what the server refuses with %i is refused as %s', async (code, why) => {
  const { sql } = await open(({ response }) => refusedBy(response, code, 'Unknown identifier nothing'));
  const fault = await faultOf(run(sql, 'select nothing'));
  expect(fault.why).toBe(why);
  if (why === 'statement') expect(fault.message).toContain('Unknown identifier nothing');
});

test('an answer with more rows than may be is refused with what to do', async () => {
  const { sql } = await open(({ response }) => refusedBy(response, 396, 'Limit for result exceeded'));
  const fault = await faultOf(run(sql, 'select key from events'));
  expect([fault.why, fault.message]).toEqual(['statement', expect.stringContaining('add LIMIT 5000')]);
});

test('what the database says has neither the key nor a hash', async () => {
  const { sql } = await open(({ response }) => refusedBy(response, 47, `near '${'aB'.repeat(32)}'`));
  expect((await faultOf(run(sql, 'select x'))).message).toContain("near '…'");
});

const refusal = (code: string, message: string) => new ClickHouseError({ code, message });

test("views that can't be made are said with the reason, and are tried again", async () => {
  let refused = true;
  const { sql } = await open(() => {}, {
    prepare: async () => {
      if (refused) throw refusal('497', 'Not enough privileges: CREATE DATABASE');
    },
  });
  expect(await sql.data()).toEqual({
    off: 'user',
    why: "the server can't make the views: Not enough privileges: CREATE DATABASE",
  });
  refused = false;
  await dataOf(sql);
});

test.each([
  ['516', { off: 'user', why: 'ClickHouse refuses it: said' }],
  ['202', 'busy'],
  ['241', 'busy'],
  ['999', 'busy'],
])('look-ups that are refused with %s: the user, or a moment', async (code, expected) => {
  const { sql } = await open(() => {}, { look: () => Promise.reject(refusal(code, 'said')) });
  const got: unknown = await sql.data().catch((error: SqlFault) => error.why);
  expect(got).toEqual(expected);
});

test('a user who may do more is not used, and is looked at again', async () => {
  const { sql, asked } = await open(() => {}, { grants: ['GRANT SELECT, INSERT ON rollcall.* TO reader'] });
  for (const _ of [1, 2])
    expect(await sql.data()).toMatchObject({ off: 'user', why: expect.stringContaining('INSERT') as string });
  expect(asked.filter(({ query }) => query.startsWith('SHOW GRANTS'))).toHaveLength(2);
});

test('a good user is looked at once in ten minutes', async () => {
  let now = 0;
  const { sql, asked } = await open(() => {}, { now: () => now });
  for (now of [0, 60_000, 600_001]) await dataOf(sql);
  expect(asked.filter(({ query }) => query.startsWith('SHOW GRANTS'))).toHaveLength(2);
});

test('an operator has one at a time, a process two; who leaves ends theirs on the server', async () => {
  const held: ServerResponse[] = [];
  let come = () => {};
  const { sql } = await open(({ response }) => {
    held.push(response);
    come();
  });
  const arrival = () =>
    new Promise<void>(resolve => {
      come = resolve;
    });
  const leave = [new AbortController(), new AbortController()] as const;
  const first = arrival();
  const running = [run(sql, 'select 1', 'a', leave[0].signal)];
  await first;
  expect((await faultOf(run(sql, 'select 1', 'a'))).why).toBe('own');
  const second = arrival();
  running.push(run(sql, 'select 1', 'b', leave[1].signal));
  await second;
  expect((await faultOf(run(sql, 'select 1', 'c'))).why).toBe('busy');
  const gone = held.map(response => once(response, 'close'));
  const settled = Promise.allSettled(running);
  for (const each of leave) each.abort(new Error('left'));
  await Promise.all(gone);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('a statement that takes too long is ended', async () => {
  const { sql } = await open(() => {}, { timeout: 1 });
  expect((await faultOf(run(sql, 'select 1'))).why).toBe('time');
});

test('a server that is away is no fault of the statement', async () => {
  const away = new ClickHouseSql({
    url: 'http://127.0.0.1:1',
    database,
    prepare: async () => {},
    now: () => 0,
  });
  expect((await faultOf(away.data())).why).toBe('away');
  await away.close();
});
