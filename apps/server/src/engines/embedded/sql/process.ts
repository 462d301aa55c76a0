/**
 * The process of an operator's SQL: a DuckDB in memory that reads the nightly files and nothing else, one statement at a time. Whatever a
 * statement does to it, the server and the event store go on; it is ended for what takes too long or too much.
 */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { SqlSession } from './session.ts';
import type { FromSql, ToSql } from './protocol.ts';

/** Behind everything else that wants the processor. */
const NICE = 15;
let session: SqlSession | undefined;

const say = (message: FromSql): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};

process.on('message', (message: ToSql) => {
  void (async () => {
    try {
      if ('open' in message) {
        session = await SqlSession.open(message.open);
        say({ opened: true });
      } else if (session) say({ answer: await session.run(message.sql) });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      say({ fault: { why: text.startsWith('Out of Memory') ? 'memory' : 'statement', message: text } });
    }
  })();
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
try {
  setPriority(NICE);
  // Where memory runs out, this process goes first.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Some systems have or allow neither.
}
