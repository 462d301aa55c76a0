/**
 * Kill -9 of the whole process tree while events are reported, some of the time while they are loaded into the event
 * store: what was acknowledged is in the store afterwards, once. `npm run proofs -- usage-kills` does it 50 times, `npm run test:all` 3
 * times. And a disk that is full refuses, and takes again when it has room.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { LIMIT } from '../../tools/testing/limits.ts';
import { newPhone, signUp, tokensOf } from './people.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';
import { smallDisk } from './small-disk.ts';

const rounds = Number(process.env['ROLLCALL_USAGE_KILLS'] ?? 3);
const folder = temporaryFolder();
afterAll(folder.remove);
const env = { ROLLCALL_USAGE_ADDRESS_RATE: '0', ROLLCALL_LOG_LEVEL: 'warn' };

interface Batch {
  readonly ids: readonly string[];
  readonly body: string;
}

const newId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  const rest = randomBytes(8).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(4)}`;
};

const newBatch = (user: string, events = 20, text = 'x'.repeat(40)): Batch => {
  const ids = Array.from({ length: events }, newId);
  const t = Date.now();
  const body = ids.map((i, n) => ({ i, t, c: t, n, e: 'lesson.open', b: { text }, x: 0 }));
  const meta = { device_type: 1, product_code: 'school', is_dev: false, heatmap: false };
  return { ids, body: JSON.stringify({ alg: 0, type: 0, data: { meta, ext: [{ u: user }], body } }) };
};

const report = async (
  server: RunningServer,
  { body }: Batch,
): Promise<{ status: number; accepted: number }> => {
  const answer = await fetch(`${server.url}/usage/v1/events`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  });
  const { data } = (await answer.json()) as { data?: { accepted?: number } };
  return { status: answer.status, accepted: data?.accepted ?? 0 };
};

const metric = async (server: RunningServer, name: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
};

interface Person {
  readonly id: string;
  readonly phone: string;
}

const signIn = async (server: RunningServer, phone: string): Promise<string> => {
  const answer = await fetch(`${server.url}/tiger/v3/web/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: phone, password: 'Secret#1', pid: 'test', agreement_ids: [-1] }),
  });
  const body = (await answer.json()) as { data?: Record<string, unknown> };
  return tokensOf({ body }).access.token;
};

const newPerson = async (server: RunningServer): Promise<Person> => {
  const phone = newPhone();
  const answer = await signUp(server, phone, 'Secret#1');
  const auth = answer.body.data?.['auth'] as { account_id: string } | undefined;
  if (!auth) throw new Error(`Nobody was signed up: ${JSON.stringify(answer)}`);
  return { id: auth.account_id, phone };
};

/** The ids of everything in the store with the person's id, by the person's own export; each as often as it is there. */
const storedIds = async (server: RunningServer, { phone }: Person): Promise<string[]> => {
  const headers = { authorization: `Bearer ${await signIn(server, phone)}` };
  const ask = async (method: string, path: string) => {
    const answer = await fetch(`${server.url}/usage/v1/data/${path}`, { method, headers });
    return ((await answer.json()) as { data: { id: string; state: string } }).data;
  };
  let job = await ask('POST', 'export');
  while (job.state !== 'done') job = await ask('GET', `job?id=${job.id}`);
  const file = await fetch(`${server.url}/usage/v1/data/download?id=${job.id}`, { headers });
  const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
  return text
    .trim()
    .split('\n')
    .flatMap(line => (JSON.parse(line) as { event?: { id: string } }).event?.id ?? []);
};

test(
  `${rounds} kills lose no acknowledged event, and count none twice [7.acknowledged]`,
  async () => {
    const first = await startServer(folder.path, env);
    const person = await newPerson(first);
    await first.stop();
    const acknowledged = new Set<string>();
    let unanswered: Batch[] = [];
    let duringLoad = 0;
    let sentAgain = 0;
    for (let round = 0; round < rounds; round++) {
      const server = await startServer(folder.path, env);
      const again = unanswered;
      unanswered = [];
      sentAgain += again.length;
      // Some rounds end when so many batches are acknowledged, the others while they are loaded.
      const enough = 5 + ((round * 37) % 200);
      const whileLoading = round % 3 === 2;
      let batches = 0;
      let killed: Promise<void> | undefined;
      const page = async () => {
        while (!killed) {
          const batch = again.pop() ?? newBatch(person.id);
          const answer = await report(server, batch).catch((error: unknown) => {
            // Only the kill may break a connection.
            if (!killed) throw error;
          });
          if (answer?.status === 200) {
            expect(answer.accepted).toBe(batch.ids.length);
            for (const id of batch.ids) acknowledged.add(id);
            batches += 1;
          } else unanswered.push(batch);
          if (!whileLoading && batches >= enough) killed ??= server.kill();
        }
      };
      /** A load that follows the first is under way, or about to be, at any later moment. */
      const observe = async () => {
        while (!killed) {
          if ((await metric(server, 'rollcall_usage_loaded_events_total')) === 0) continue;
          duringLoad += 1;
          killed ??= server.kill();
        }
      };
      await Promise.all([page(), page(), page(), page(), ...(whileLoading ? [observe()] : [])]);
      await killed;
      unanswered.push(...again);
    }
    const server = await startServer(folder.path, env);
    for (const batch of unanswered) {
      expect((await report(server, batch)).status).toBe(200);
      for (const id of batch.ids) acknowledged.add(id);
    }
    const stored = await storedIds(server, person);
    const present = new Set(stored);
    expect([...acknowledged].filter(id => !present.has(id))).toEqual([]);
    expect(stored.length - present.size).toBe(0);
    expect(stored.length).toBe(acknowledged.size);
    await server.stop();
    console.log(
      `${rounds} kills, ${duringLoad} during a load; ${acknowledged.size} events acknowledged, ${sentAgain} batches sent again; 0 lost, 0 twice.`,
    );
  },
  LIMIT + rounds * 30_000,
);

test('with a full disk events are refused, acknowledged ones are kept, and events are accepted again once there is space', async () => {
  const own = temporaryFolder();
  const log = join(own.path, 'usage/log');
  const disk = smallDisk(log, 2);
  // Mounting needs root; without it the log's own limit, set as small, shows the same.
  if (!disk) console.log('No file system could be mounted here: the log has a small bound instead.');
  try {
    const server = await startServer(own.path, { ...env, ...(disk ? {} : { ROLLCALL_USAGE_DISK: '32' }) });
    const person = await newPerson(server);
    const acknowledged = new Set<string>();
    // Another program's file, which leaves little space.
    if (disk) writeFileSync(join(log, 'others'), Buffer.alloc(1024 * 1024));
    let refused: Response | undefined;
    while (!refused) {
      const batch = newBatch(person.id, 20, 'x'.repeat(300));
      const answer = await fetch(`${server.url}/usage/v1/events`, {
        method: 'POST',
        body: batch.body,
        headers: { 'content-type': 'text/plain' },
      });
      if (answer.status === 503) refused = answer;
      else for (const id of batch.ids) acknowledged.add(id);
    }
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(((await refused.json()) as { code: string }).code).toBe('RC_54');
    if (disk && existsSync(join(log, 'others'))) rmSync(join(log, 'others'));
    const late = newBatch(person.id);
    // Room returns immediately, or when what is there was loaded.
    while ((await report(server, late)).status !== 200);
    for (const id of late.ids) acknowledged.add(id);
    const stored = await storedIds(server, person);
    expect(stored.toSorted()).toEqual([...acknowledged].toSorted());
    await server.stop();
  } finally {
    disk?.remove();
    own.remove();
  }
});
