/** A person's events in the event store, read by the person's own export. */
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { call, newPhone, signUp, tokensOf } from './people.ts';
import type { RunningServer } from './server.ts';

/** Milliseconds between two looks at an export. */
const LOOK = 50;

export interface Person {
  readonly id: string;
  readonly phone: string;
}

/** An event as it is exported. */
export interface Exported {
  readonly id: string;
  readonly kind: string | number;
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}

export async function newPerson(server: Pick<RunningServer, 'url' | 'code'>): Promise<Person> {
  const phone = newPhone();
  const answer = await signUp(server, phone, 'Secret#1');
  const auth = answer.body.data?.['auth'] as { account_id: string } | undefined;
  if (!auth) throw new Error(`Nobody was signed up: ${JSON.stringify(answer)}`);
  return { id: auth.account_id, phone };
}

/** All stored events with the person's id, duplicates included. */
export async function storedOf(
  server: Pick<RunningServer, 'url'>,
  { phone }: Person,
  { pid = 'test', password = 'Secret#1' } = {},
): Promise<Exported[]> {
  const signedIn = await call(server.url, 'POST', 'login', {
    identity: phone,
    password,
    pid,
    agreement_ids: [-1],
  });
  return storedOfToken(server.url, tokensOf(signedIn).access.token);
}

/** The same of who has an access token. */
export async function storedOfToken(url: string, token: string): Promise<Exported[]> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (method: string, path: string) => {
    const answer = await fetch(`${url}/usage/v1/data/${path}`, { method, headers });
    return ((await answer.json()) as { data: { id: string; state: string } }).data;
  };
  let job = await ask('POST', 'export');
  while (job.state !== 'done') {
    await wait(LOOK);
    job = await ask('GET', `job?id=${job.id}`);
  }
  const file = await fetch(`${url}/usage/v1/data/download?id=${job.id}`, { headers });
  const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
  return text
    .trim()
    .split('\n')
    .flatMap(line => (JSON.parse(line) as { event?: Exported }).event ?? []);
}
