/**
 * ClickHouse's HTTP interface over libchdb, which is ClickHouse within a process, for tests: `node server.mjs FOLDER [PORT]`.
 * Says the address that it listens on, on loopback, in its first line of output.
 *
 * It takes queries as the server does: in the body or in `query` with data in the body, with settings, `database`, `param_*` and
 * `query_id`. A statement of DDL gets no settings. A query whose client goes away is killed, and `KILL QUERY WHERE query_id = …` is
 * understood. There are no users.
 */
import { createServer } from 'node:http';
import { Session } from 'chdb';

const [folder, port = '0'] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');

/** Queries that run at once: a session runs one. */
const SESSIONS = 8;

const control = new Session(folder);
const sessions = Array.from({ length: SESSIONS }, () => new Session(folder));
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
const isDdl = sql => /^\s*(create|drop|rename|attach|detach|use|kill|truncate)\b/i.test(sql);

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
  const id = searchParams.get('query_id') ?? '';
  const statement = (inUrl ?? body.toString()).trim().replace(/;$/, '');
  const killed = /^kill\s+query\s+where\s+query_id\s*=\s*'([\w-]+)'/i.exec(statement);
  if (killed) {
    await kill(killed[1]);
    return response.end();
  }
  const sql = `/*${id}*/ ${withSettings(statement, settings)}${inUrl === null ? '' : `\n${body.toString()}`}`;
  const session = await take();
  let over = false;
  response.on('close', () => {
    if (!over) void kill(id);
  });
  try {
    if (response.destroyed) return undefined;
    await session.queryAsync(`use ${searchParams.get('database') ?? 'default'}`);
    const result =
      Object.keys(params).length > 0
        ? Buffer.from((await session.queryBindAsync(sql, params, { format: 'TabSeparated' })).bytes())
        : await text(session, sql, 'TabSeparated');
    response.setHeader('x-clickhouse-query-id', id);
    response.setHeader('x-clickhouse-summary', '{}');
    return response.end(result);
  } finally {
    over = true;
    give(session);
  }
};

const kill = async id => {
  if (/^[\w-]+$/.test(id))
    await text(control, `kill query where query like '/*${id}*/%' and query not like '%kill query%' async`);
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
