/**
 * `npm run bench -- api`: reads of people by `/api/v1` beside a bare SELECT of their rows. Each request of a token is counted in its row, so one
 * token waits for itself: it is measured with one token and with one for each caller. BENCH_SECONDS, BENCH_ROUNDS.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { apiCalls } from '@rollcall/contract/api';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createServiceToken } from '../../apps/server/src/identity/service-tokens.ts';
import type { Database } from '../../apps/server/src/platform/database/schema.ts';
import { printBeside } from './beside.ts';
import { inTurn, measure, ok, send } from './load.ts';
import { startBenchPostgres } from './postgres.ts';
import { startRollcall } from './processes.ts';
import { signUp } from './sign-up.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const CALLERS = 16;
const DAY = 86_400_000;

const postgres = await startBenchPostgres('api');
const databaseUrl = await postgres.create('api');
const rollcall = await startRollcall(databaseUrl, join(postgres.folder, 'server'), {
  ROLLCALL_MINORS: 'off',
});
const pool = new pg.Pool({ connectionString: databaseUrl, max: CALLERS });
pool.on('error', () => {});
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

const tokens: string[] = [];
for (let n = 0; n < CALLERS; n += 1) {
  await signUp(rollcall.url, `1390000${String(n).padStart(4, '0')}`);
  const made = await createServiceToken(db, {
    name: `bench ${n}`,
    purpose: 'a measurement',
    scopes: ['people:read'],
    addresses: [],
    perMinute: 2 ** 31 - 1,
    createdBy: 'bench',
    at: Date.now(),
    expiresAt: Date.now() + DAY,
  });
  tokens.push(made.token);
}
const ids = (await db.selectFrom('accounts').select('id').orderBy('id').execute()).map(({ id }) => id);
const idOf = (caller: number): string => ids[caller % ids.length] ?? '';

const read = (tokenOf: (caller: number) => string | undefined) => () =>
  measure(CALLERS, seconds * 1000, async n => {
    const url = `${rollcall.url}${apiCalls.getPerson.path}?id=${idOf(n)}`;
    await ok(send('GET', url, undefined, { authorization: `Bearer ${tokenOf(n)}` }));
  });
const figures = await inTurn(
  {
    'bare SELECT': () =>
      measure(CALLERS, seconds * 1000, async n => {
        const values = [idOf(n)];
        await pool.query({ name: 'bare', text: 'select * from accounts where id = $1', values });
      }),
    rollcall: read(n => tokens[n]),
    'one token': read(() => tokens[0]),
  },
  rounds,
);

await rollcall.stop();
await db.destroy();
await postgres.remove();
console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}, embedded PostgreSQL, everything on this machine; the server is a process of its own.`,
);
console.log(
  `${CALLERS} callers in closed loops, in turn, ${rounds} rounds of ${seconds} s each; medians of the rounds. Each has a token of its own, but for "one token".`,
);
printBeside('Reads of a person', figures);
