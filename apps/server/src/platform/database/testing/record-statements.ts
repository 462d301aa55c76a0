/**
 * For `npm run proofs -- plans` and `npm run test:all`: keeps each statement that the product sends to PostgreSQL while the unit tests run, with its values and the
 * file that sent it. Statements of tests and of the test kit are left out, by the nearest file of the repository on the stack.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const folder = process.env['ROLLCALL_STATEMENTS'];
/** Deep enough for a handler behind the query builder. */
const FRAMES = 60;
/** Files of the repository that pass statements on. */
const PLUMBING =
  /\/platform\/(?:tracing|database\/(?:prepared|pool|servers|connection|transaction|replica|testing\/record-statements))\.ts/;
/** Test files share a process, and each loads this file again. */
const shared = globalThis as { rollcallStatements?: Set<string> };

/** The file of the product that sends it; undefined: a test, or the driver itself. */
const sender = (): string | undefined => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('here');
  Error.stackTraceLimit = stackTraceLimit;
  for (const line of stack.split('\n')) {
    const [, path] = /\/apps\/server\/src\/([^:)?]+\.ts)/.exec(line) ?? [];
    if (path === undefined || PLUMBING.test(`/${path}`)) continue;
    return /\.(?:test|suite)\.ts$|(?:^|\/)testing(?:\/|\.ts)/.test(path) ? undefined : path;
  }
  return undefined;
};

if (folder !== undefined && !shared.rollcallStatements) {
  const known = new Set<string>();
  shared.rollcallStatements = known;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const [, given] = args;
    const { text, values = [] } =
      typeof first === 'string'
        ? { text: first, values: Array.isArray(given) ? given : [] }
        : (first as pg.QueryConfig);
    // A list of values is one statement, however long it is.
    const form = text?.replaceAll(/\$\d+/g, '$').replaceAll(/(\([$, ]+\))(?:, \([$, ]+\))+/g, '$1');
    if (form !== undefined && !known.has(form)) {
      const from = sender();
      if (from !== undefined) {
        known.add(form);
        appendFileSync(file, `${JSON.stringify({ from, form, text, values })}\n`);
      }
    }
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
}
