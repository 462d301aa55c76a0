/**
 * ClickHouse's HTTP interface over libchdb, which is ClickHouse within a process, for tests: `node server.mjs FOLDER [PORT]`.
 * Says the address that it listens on, on loopback, in its first line of output.
 *
 * It takes queries as the server does: in the body or in `query` with data in the body, with settings, `database`, `param_*` and
 * `query_id`. A statement of DDL gets no settings. A query with `cancel_http_readonly_queries_on_client_close` is killed when its client goes
 * away; others go on. `KILL QUERY WHERE startsWith(initial_query_id, …)`, also with SYNC, is understood, and `system.processes` for its ids.
 * There are no users.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Session } from 'chdb';

const [folder, port = '0'] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');

/** Concurrent queries: a session runs one. */
const SESSIONS = 8;

/**
 * What a server has by default: libchdb would run four merges and mutations concurrently, and wait for up to a second
 * between two fours.
 */
const connectionArgs = ['--background_pool_size=16', '--background_schedule_pool_size=512'];

const control = new Session(folder, { connectionArgs });
const sessions = Array.from({ length: SESSIONS }, () => new Session(folder, { connectionArgs }));
const waiting = [];
const take = () => {
  const session = sessions.pop();
  return session ? Promise.resolve(session) : new Promise(resolve => waiting.push(resolve));
};
const give = session => {
  const next = waiting.shift();
  if (next) next(session);
  else sessions.push(session);
};

const text = async (session, sql, format) =>
  Buffer.from((await session.queryAsync(sql, format === undefined ? {} : { format })).bytes());
const settingNames = new Set(
  (await text(control, 'select name from system.settings', 'TSV')).toString().trim().split('\n'),
);
/** What the interface itself goes by, and libchdb does not know. */
for (const name of ['enable_http_compression', 'cancel_http_readonly_queries_on_client_close', 'readonly'])
  settingNames.delete(name);

const quoted = value => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** A parameter's value: the interface takes it escaped, and libchdb as it is. */
const escapes = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', 0: '\0', N: '\\N' };
const unescaped = value => value.replace(/\\(.)/gs, (_, letter) => escapes[letter] ?? letter);
const isDdl = sql => /^\s*(create|drop|rename|attach|detach|use|kill|truncate|system)\b/i.test(sql);

/** The statement with the request's settings. */
const withSettings = (sql, settings) => {
  if (settings.length === 0 || isDdl(sql)) return sql;
  const list = settings.map(([name, value]) => `${name} = ${quoted(value)}`).join(', ');
  const insert = /^(\s*insert\s+into\s+[\s\S]*?)(\s+format\s+\w+\s*)$/i.exec(sql);
  return insert ? `${insert[1]} settings ${list} ${insert[2]}` : `${sql} settings ${list}`;
};

const bodyOf = async request => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
};

/** What runs or waits for a session, by its id: libchdb knows nothing of ids. */
const processes = new Map();
/** The system's table with what the map has. */
const processesTable = () =>
  `(select arrayJoin(array(${['', ...processes.keys()].map(quoted).join(', ')})) as query_id where query_id != '')`;

/** Works on a statement that stands among the processes meanwhile. */
const listed = async (id, work) => {
  if (processes.has(id))
    throw new Error(`Code: 216. DB::Exception: Query with id = ${id} is already running.`);
  const process = { killed: false };
  const ended = work(process).finally(() => processes.delete(id));
  processes.set(id, { process, ended });
  return await ended;
};

const run = async (request, response) => {
  const { searchParams, pathname } = new URL(request.url, 'http://localhost');
  if (pathname === '/ping') return response.end('Ok.\n');
  const body = await bodyOf(request);
  const inUrl = searchParams.get('query');
  const settings = [...searchParams].filter(([name]) => settingNames.has(name));
  const params = Object.fromEntries(
    [...searchParams].flatMap(([name, value]) =>
      name.startsWith('param_') ? [[name.slice('param_'.length), unescaped(value)]] : [],
    ),
  );
  const id = searchParams.get('query_id') || randomUUID();
  const statement = (inUrl ?? body.toString()).trim().replace(/;$/, '');
  // A server waits for no mutation unless it is told to, and libchdb does.
  if (/^alter\s/i.test(statement) && !searchParams.has('mutations_sync'))
    settings.push(['mutations_sync', '0']);
  const toKill = /^kill\s+query\s+where\s+startsWith\(initial_query_id,\s*'([^']+)'\)(\s+sync)?/i.exec(
    statement,
  );
  if (toKill) {
    const ids = [...processes.keys()].filter(each => each.startsWith(toKill[1]));
    await Promise.all(ids.map(each => kill(each, toKill[2] !== undefined)));
    return response.end();
  }
  // It waits for no session, since what it asks for may have all of them.
  if (statement.includes('system.processes'))
    return response.end(await text(control, statement.replaceAll('system.processes', processesTable)));
  if (searchParams.get('cancel_http_readonly_queries_on_client_close') === '1')
    response.on('close', () => void kill(id, false));
  const sql = `/*${id}*/ ${withSettings(statement, settings)}${inUrl === null ? '' : `\n${body.toString()}`}`;
  const result = await listed(id, async process => {
    const session = await take();
    try {
      if (process.killed) throw new Error('Code: 394. DB::Exception: Query was cancelled.');
      await session.queryAsync(`use ${searchParams.get('database') ?? 'default'}`);
      return Object.keys(params).length > 0
        ? Buffer.from((await session.queryBindAsync(sql, params, { format: 'TabSeparated' })).bytes())
        : await text(session, sql, 'TabSeparated');
    } finally {
      give(session);
    }
  });
  response.setHeader('x-clickhouse-query-id', id);
  response.setHeader('x-clickhouse-summary', '{}');
  return response.end(result);
};

/** @param sync waits until it has ended */
const kill = async (id, sync) => {
  const running = processes.get(id);
  if (!running) return;
  running.process.killed = true;
  if (/^[\w/-]+$/.test(id))
    await text(control, `kill query where query like '/*${id}*/%' and query not like '%kill query%' async`);
  if (sync) await running.ended.catch(() => {});
};

const server = createServer((request, response) => {
  run(request, response).catch(error => {
    const message = error instanceof Error ? error.message : String(error);
    const code = /Code: (\d+)/.exec(message)?.[1];
    if (response.destroyed) return;
    response.writeHead(code === undefined ? 500 : code === '60' ? 404 : 400, {
      ...(code === undefined ? {} : { 'x-clickhouse-exception-code': code }),
      'content-type': 'text/plain; charset=UTF-8',
    });
    response.end(`${message.slice(0, 16_000)}\n`);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
// It ends with who started it, however that ends.
process.stdin.on('end', () => process.exit()).resume();
