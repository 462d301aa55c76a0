/**
 * `npm run bench -- import`: people of a CSV file a minute, read, looked at and made as the server does it, beside a bare COPY of the same
 * rows into a table without index. BENCH_PEOPLE=100000 is the default; memory is the most that the process took beyond its beginning.
 */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { actOnBatch } from '../../apps/server/src/features/accounts/import/act.ts';
import { readFileRows } from '../../apps/server/src/features/accounts/import/read-file.ts';
import { stageFile } from '../../apps/server/src/features/accounts/import/stage.ts';
import { undoBatch } from '../../apps/server/src/features/accounts/import/undo.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import type { Database } from '../../apps/server/src/platform/database/schema.ts';
import { startBenchPostgres } from './postgres.ts';

const people = Number(process.env['BENCH_PEOPLE'] ?? 100_000);
const postgres = await startBenchPostgres('import');
const url = await postgres.create('import');
const pool = new pg.Pool({ connectionString: url, max: 4 });
pool.on('error', () => {});
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
const file = join(postgres.folder, 'people.csv');

const hash = '$2b$10$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa';
const rows = Array.from(
  { length: people },
  (_, n) => `张伟,${13_000_000_000 + n},p${n}@school.example,初一,七年级 ${n % 20} 班,2008,${hash}`,
);
writeFileSync(file, ['姓名,手机号,邮箱,年级,班级,出生年份,密码', ...rows, ''].join('\n'));
rows.length = 0;
chmodSync(postgres.folder, 0o755);
chmodSync(file, 0o644);

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
};
const perMinute = (seconds: number): string => Math.round((people / seconds) * 60).toLocaleString('en-US');

let most = 0;
const before = process.memoryUsage().rss;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 100);
try {
  await migrate(pool, { log: pino({ level: 'silent' }), now: Date.now });
  await sql`create table bare (name text, phone text, email text, grade text, room text, year text, hash text)`.execute(
    db,
  );
  // By the server itself, without a client.
  const copy = await timed(() => sql`copy bare from ${sql.lit(file)} csv header`.execute(db));
  let id = '';
  const look = await timed(async () => {
    id = await db
      .transaction()
      .execute(trx =>
        stageFile(trx, { name: 'x', pid: 'school', by: 'x', at: Date.now(), rows: readFileRows(file) }),
      );
  });
  await db.updateTable('imports').set({ state: 'running', run_at: new Date() }).execute();
  const context = { db, minors: { mode: 'pages', age: 14 } as const, hash: async (text: string) => text };
  const act = await timed(async () => {
    while ((await actOnBatch(context, id, Date.now())) > 0);
  });
  const { rows: made } = await sql<{ n: number }>`select count(*)::integer n from accounts`.execute(db);
  if (made[0]?.n !== people) throw new Error(`${made[0]?.n} accounts were made.`);
  await db.updateTable('imports').set({ state: 'undoing' }).execute();
  const undo = await timed(async () => {
    while ((await undoBatch(db, id)) > 0);
  });
  console.log(`${people.toLocaleString('en-US')} people, CSV`);
  for (const [name, seconds] of [
    ['bare COPY', copy],
    ['look', look],
    ['act', act],
    ['look and act', look + act],
    ['undo', undo],
  ] as const)
    console.log(
      `${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${perMinute(seconds).padStart(12)} a minute`,
    );
  console.log(`beside a bare COPY: ${(copy / (look + act)).toFixed(3)}`);
  console.log(`memory: ${((most - before) / 2 ** 20).toFixed(0)} MB more at most`);
} finally {
  clearInterval(watch);
  await db.destroy();
  rmSync(file, { force: true });
  await postgres.remove();
}
