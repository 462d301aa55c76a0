/**
 * `npm run bench` or `npm run bench -- accounts`: sign-ins, refreshes and profile reads, each against the limit that it can't pass and against
 * better-auth, on one database in one run. Ratios are what counts; the figures are of this machine.
 */
import { rmSync, mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../apps/server/src/platform/database/embedded/supervisor.ts';
import { bareHashing } from './hashing.ts';
import { printBeside } from './beside.ts';
import { inTurn, measure, measureHttp, ok, send } from './load.ts';
import { startBetterAuth, startRollcall } from './processes.ts';
import { signUp, type Token } from './sign-up.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const people = 64;
const signingIn = 8;
const reading = 32;
const ms = seconds * 1000;
const accounts = '/tiger/v3/web/accounts';

const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-'));
const silentLog = { info() {}, warn() {}, error: console.error };
const database = await startEmbeddedDatabase({ folder, log: silentLog });
const { host, port, user, password } = database.connection;
const databaseUrl = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database.connection.database}?host=${encodeURIComponent(host)}`;
const rollcall = await startRollcall(databaseUrl, join(folder, 'server'));
const peer = await startBetterAuth(databaseUrl);
const pool = new pg.Pool({ ...database.connection, max: 20 });
// The database is stopped at the end, perhaps before the last idle connection has said goodbye.
pool.on('error', () => {});

const phones = Array.from({ length: people }, (_, n) => `1390000${String(n).padStart(4, '0')}`);
const tokens: Token[] = [];
const peerCookies: string[] = [];
for (const [n, phone_number] of phones.entries()) {
  tokens.push(await signUp(rollcall.url, phone_number));
  const body = { email: `p${n}@example.com`, password: 'Secret#12', name: `p${n}` };
  const answer = await send('POST', `${peer.url}/api/auth/sign-up/email`, body, {
    origin: 'http://127.0.0.1',
  });
  if (answer.status !== 200) throw new Error(`better-auth: ${answer.body}`);
  peerCookies.push(answer.cookies.map(cookie => cookie.split(';')[0]).join('; '));
}
const { rows } = await pool.query<{ account_id: string; id: string }>(
  'select id, account_id from sessions limit 64',
);
const row = (caller: number) => rows[caller % rows.length] ?? { account_id: '', id: '' };

const signIns = await inTurn(
  {
    'bare argon2id': () => bareHashing(signingIn, ms),
    rollcall: () =>
      measureHttp(signingIn, ms, {
        method: 'POST',
        url: `${rollcall.url}${accounts}/login`,
        caller: n => ({
          body: { identity: phones[n % people], password: 'Secret#1', pid: 'bench', agreement_ids: [-1] },
        }),
      }),
    'better-auth': () =>
      measureHttp(signingIn, ms, {
        method: 'POST',
        url: `${peer.url}/api/auth/sign-in/email`,
        caller: n => ({
          headers: { origin: 'http://127.0.0.1' },
          body: { email: `p${n % people}@example.com`, password: 'Secret#12' },
        }),
      }),
  },
  rounds,
);

const refreshes = await inTurn(
  {
    'bare UPDATE': () =>
      measure(reading, ms, async n => {
        await pool.query({
          name: 'bare-update',
          text: 'update sessions set rotated_at = $2 where id = $1 returning generation',
          values: [row(n).id, new Date()],
        });
      }),
    rollcall: () =>
      measure(reading, ms, async n => {
        const held = tokens[n] as Token;
        const { data } = await ok<{ data: Token }>(
          send('PUT', `${rollcall.url}${accounts}/tokens/refresh`, { refresh_token: held.refresh.token }),
        );
        tokens[n] = data;
      }),
  },
  rounds,
);

const reads = await inTurn(
  {
    'bare SELECT': () =>
      measure(reading, ms, async n => {
        await pool.query({
          name: 'bare-select',
          text: 'select * from accounts where id = $1',
          values: [row(n).account_id],
        });
      }),
    rollcall: () =>
      measureHttp(reading, ms, {
        method: 'GET',
        url: `${rollcall.url}${accounts}/profile`,
        caller: n => ({ headers: { authorization: `Bearer ${tokens[n % people]?.access.token}` } }),
      }),
    'better-auth': () =>
      measureHttp(reading, ms, {
        method: 'GET',
        url: `${peer.url}/api/auth/get-session`,
        caller: n => ({ headers: { cookie: peerCookies[n % people] ?? '' } }),
      }),
  },
  rounds,
);

await rollcall.stop();
await peer.stop();
await pool.end();
await database.stop();
rmSync(folder, { recursive: true, force: true });

console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}, embedded PostgreSQL, everything on this machine.`,
);
console.log(
  `Closed loops over kept HTTP connections on loopback; subjects in turn, ${rounds} rounds of ${seconds} s each; medians of the rounds.`,
);
console.log(
  'Each server is a process of its own on the same database; bare hashing and bare statements run in the measuring process.',
);
printBeside(`Sign-ins by password, ${signingIn} at once`, signIns, {
  'bare argon2id': 0.9,
  'better-auth': 4,
});
printBeside(`Token refreshes, ${reading} at once, each its own session`, refreshes, {});
printBeside(`Authorised profile reads (better-auth: get-session), ${reading} at once`, reads, {
  'better-auth': 8,
});
