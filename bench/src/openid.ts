/**
 * `npm run bench -- openid`: authorisations a second of people who are signed in: the request with PKCE and prompt=none, and the code against tokens,
 * beside bare oidc-provider with its store in memory. BENCH_SECONDS, BENCH_ROUNDS.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { calls } from '@rollcall/contract';
import { Kysely, PostgresDialect } from 'kysely';
import { secretDigest } from '../../apps/server/src/features/accounts/openid/client-metadata.ts';
import type { Database } from '../../apps/server/src/platform/database/schema.ts';
import { freePort } from '../../e2e/src/free-port.ts';
import { printBeside } from './beside.ts';
import { inTurn, measure, ok, send } from './load.ts';
import { startBenchPostgres } from './postgres.ts';
import { type Running, startOidcProvider, startRollcall } from './processes.ts';
import { processorTime } from './processor-time.ts';
import { signUp } from './sign-up.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const CALLERS = 16;
const REDIRECT_URI = 'https://moodle.school.example/callback';
const SECRET = 'a-secret-of-a-measurement-0123456789';

const postgres = await startBenchPostgres('openid');
const rollcall = await startRollcall(await postgres.create('openid'), join(postgres.folder, 'server'), {
  // The issuer has the port in it.
  ROLLCALL_PORT: String(await freePort()),
  ROLLCALL_MINORS: 'off',
});
const pool = postgres.pool('openid');
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
const id = randomUUID();
await db
  .insertInto('openid_clients')
  .values({
    id,
    name: 'bench',
    own: true,
    redirect_uris: [REDIRECT_URI],
    post_logout_redirect_uris: [],
    scopes: ['openid'],
    refreshes: false,
    auth_method: 'client_secret_basic',
    id_token_alg: 'RS256',
    requires_second_factor: false,
    requires_pkce: true,
    secret_digest: secretDigest(SECRET),
    created_at: new Date(),
  })
  .execute();
const peer = await startOidcProvider({ id, secret: SECRET, redirect: REDIRECT_URI });

/** A request of the client, with its proof for the exchange. */
const requestOf = (prompt?: 'none') => {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  });
  return { verifier, path: `/openid/authorize?${query.toString()}` };
};
/**
 * Leads a browser from a request to the client.
 * @param through what our pages do at an address to which no server leads; where they lead then
 * @returns the cookies of the whole host, by which the browser is known afterwards
 */
const enter = async (url: string, through: (at: URL) => Promise<string>): Promise<string> => {
  const cookies = new Map<string, string>();
  const sent = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let to = new URL(requestOf().path, url);
  while (!to.href.startsWith(REDIRECT_URI)) {
    const answer = await send('GET', to.href, undefined, { cookie: sent() });
    for (const line of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const next = answer.location === '' ? undefined : new URL(answer.location, url);
    to = next && !next.searchParams.has('request') ? next : new URL(await through(next ?? to), url);
  }
  return sent();
};
const atRollcall: string[] = [];
const atPeer: string[] = [];
for (let n = 0; n < CALLERS; n += 1) {
  const { access } = await signUp(rollcall.url, `1390000${String(n).padStart(4, '0')}`);
  const headers = { authorization: `Bearer ${access.token}` };
  const allow = async (at: URL): Promise<string> => {
    const body = { request: at.searchParams.get('request'), allow: true };
    const { answerOpenidRequest: answer } = calls;
    const { data } = await ok<{ data: { to: string } }>(
      send('POST', rollcall.url + answer.path, body, headers),
    );
    return data.to;
  };
  atRollcall.push(await enter(rollcall.url, allow));
  atPeer.push(
    await enter(peer.url, async at => {
      throw new Error(`It stops at ${at.href}.`);
    }),
  );
}

const authorization = `Basic ${Buffer.from(`${id}:${SECRET}`).toString('base64')}`;
const authorise = async (url: string, cookie: string): Promise<void> => {
  const { path, verifier } = requestOf('none');
  const { location, body } = await send('GET', url + path, undefined, { cookie });
  const code = location.startsWith(REDIRECT_URI) ? new URL(location).searchParams.get('code') : null;
  if (code === null) throw new Error(`${url} led to "${location}": ${body.slice(0, 300)}`);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
  });
  const { id_token: token } = await ok<{ id_token?: string }>(
    send('POST', `${url}/openid/token`, form, { authorization }),
  );
  if (token === undefined) throw new Error(`${url} gave no ID token.`);
};
/** Milliseconds of processor time, of the server and of the database, by subject. */
const processor = new Map<string, { of: number[]; done: number }>();
const measured =
  (name: string, { url, pid }: Running, cookies: readonly string[]) =>
  async () => {
    const times = () => [processorTime([pid]), processorTime([postgres.pid])];
    const before = times();
    const figures = await measure(CALLERS, seconds * 1000, n => authorise(url, cookies[n] ?? ''));
    const known = processor.get(name) ?? { of: [0, 0], done: 0 };
    processor.set(name, {
      of: times().map((time, at) => (known.of[at] ?? 0) + time - (before[at] ?? 0)),
      done: known.done + figures.done,
    });
    return figures;
  };
const figures = await inTurn(
  {
    rollcall: measured('rollcall', rollcall, atRollcall),
    'oidc-provider': measured('oidc-provider', peer, atPeer),
  },
  rounds,
);

await Promise.all([rollcall.stop(), peer.stop()]);
await db.destroy();
await postgres.remove();
console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}, embedded PostgreSQL, everything on this machine; each server a process of its own.`,
);
console.log(
  `${CALLERS} people in closed loops, in turn, ${rounds} rounds of ${seconds} s each; medians of the rounds. One authorisation is two requests.`,
);
printBeside('Authorisations', figures, { 'oidc-provider': 0.5 });
for (const [name, { of, done }] of processor) {
  const [server, database] = of.map(time => (time / done).toFixed(2));
  console.log(`  ${name.padEnd(14)} processor time of one: server ${server} ms, database ${database} ms`);
}
