/** Brings a made-up school into a running server as its people and pages would: an import, and the wire of the browser library. */
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { eventKind, usageLimits } from '@rollcall/contract';
import { writeQuestion } from '@rollcall/contract/console';
import {
  agents,
  type Fact,
  platformOf,
  type Pupil,
  type School,
  WEEKS,
} from '../../../apps/server/src/events/store/testing/made-up-school.ts';
import { prove } from '../console.ts';
import { call } from '../people.ts';
import type { RunningServer } from '../server.ts';
import type { ServerClock } from '../server-clock.ts';

const DAY = 86_400_000;
/** Days of events that are sent before the server's clock goes on: the collector takes none older than 31 days at its time. */
const PORTION = 28 * DAY;
/** Requests that are on their way together. */
const TOGETHER = 8;
/** The custom field that holds the class. */
export const CLASS = 'home_class';

/** The Monday in Shanghai before which the last twelve whole weeks ended. @returns when these began */
export const lastWeeks = (now: number): number => {
  const shanghai = now + 8 * 3_600_000;
  // 1970-01-05 was a Monday.
  const monday = Math.floor((shanghai - 4 * DAY) / (7 * DAY)) * 7 * DAY + 4 * DAY;
  return monday - WEEKS * 7 * DAY - 8 * 3_600_000;
};

/** Milliseconds between two looks. */
const LOOK = 500;
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await wait(LOOK);
};

const phoneOf = (place: number): string => `1380000${String(place).padStart(4, '0')}`;

/** Brings the pupils in by the API. @returns their accounts by what the facts call them */
export const importPupils = async (
  server: RunningServer,
  admin: BrowserContext,
  pupils: readonly Pupil[],
): Promise<ReadonlyMap<string, string>> => {
  const operator = async (path: string, data: object) => {
    const answer = await admin.request.post(`${server.url}/console/v1/${path}`, {
      headers: { origin: server.url },
      data,
    });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return ((await answer.json()) as { data: { token: string } }).data;
  };
  await prove(admin, server);
  await operator('custom-fields', {
    key: CLASS,
    name: { 'zh-CN': '班级号', en: 'Home class' },
    rule: { type: 'text' },
    required: false,
    seen_by: ['staff'],
    changed_by: ['staff'],
    claim: false,
  });
  const { token } = await operator('service-tokens', {
    name: 'import',
    purpose: 'a made-up school',
    scopes: ['people:read', 'people:write'],
    days: 7,
    per_minute: 6000,
  });
  const api = async (method: string, path: string, body?: object) => {
    const answer = await call(server.url, method, `/api/v1/${path}`, body, token);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data as Record<string, unknown>;
  };
  for (const site of new Set(pupils.map(pupil => pupil.site))) {
    const rows = pupils.flatMap(({ site: own, grade, class: room }, place) =>
      own === site ? `学员,${phoneOf(place)},${grade ?? ''},${room}` : [],
    );
    const answer = await fetch(`${server.url}/api/v1/imports/file?name=${site}.csv&pid=${site}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: ['姓名,手机号,年级,班级号', ...rows, ''].join('\r\n'),
    });
    const { data } = (await answer.json()) as { data: { id: string } };
    const state = async () => (await api('GET', `import?id=${data.id}`))['state'];
    await api('POST', 'import/run', { id: data.id });
    await until(async () => (await state()) === 'done');
  }
  const accounts = new Map<string, string>();
  let cursor = '';
  do {
    const { items, next } = (await api('GET', `people?limit=200${cursor}`)) as {
      items: { id: string; phone_number: string }[];
      next: string | null;
    };
    for (const { id, phone_number: phone } of items) {
      const pupil = pupils[Number(phone.slice(7))];
      if (pupil) accounts.set(pupil.user, id);
    }
    cursor = next === null ? '' : `&cursor=${encodeURIComponent(next)}`;
  } while (cursor !== '');
  if (accounts.size !== pupils.length) throw new Error(`${accounts.size} of ${pupils.length} pupils`);
  return accounts;
};

/** An event of the wire, without the number of its facts. */
type Sent = Readonly<Record<string, unknown>>;

/** What a page would send of a fact: of a view that lasted also that it was left. */
const sentOf = ({
  time,
  sequence,
  event,
  page,
  stay,
  utm,
  referrer,
  data,
  duration,
}: Fact): readonly Sent[] => {
  const of = (place: number, more: Sent): Sent => {
    const clock = time.toString(16).padStart(12, '0');
    const count = (2 * sequence + place).toString(16).padStart(12, '0');
    const id = `${clock.slice(0, 8)}-${clock.slice(8)}-7000-8000-${count}`;
    return { i: id, t: time, c: time, n: 2 * sequence + place, ...more };
  };
  if (page === undefined) return [of(0, { e: event, b: data, d: duration })];
  const origin = utm === undefined && referrer === undefined ? {} : { b: { utm_source: utm, referrer } };
  return [
    of(0, { k: eventKind.view, e: page, ...origin }),
    ...(stay === undefined ? [] : [of(1, { k: eventKind.leave, e: page, d: stay })]),
  ];
};

/** Requests of at most the size that the library sends. */
const batchesOf = function* (
  facts: readonly Fact[],
  accounts: ReadonlyMap<string, string>,
): Generator<string> {
  let ext = new Map<string, number>();
  let body: Sent[] = [];
  let size = 0;
  const batch = () => {
    const meta = { device_type: 1, product_code: 'school', is_dev: false, heatmap: false };
    const known = [...ext.keys()].map(text => JSON.parse(text) as object);
    const text = JSON.stringify({ alg: 0, type: 0, data: { meta, ext: known, body } });
    [ext, body, size] = [new Map(), [], 0];
    return text;
  };
  for (const fact of facts) {
    const about = JSON.stringify({
      pi: 'made-up',
      u: fact.user && accounts.get(fact.user),
      d: fact.device,
      pf: platformOf(fact.browser),
      ua: agents[fact.browser],
    });
    const sent = sentOf(fact);
    const more = JSON.stringify(sent).length + about.length + 40;
    if (3 * (size + more) > usageLimits.request - 1000) yield batch();
    const place = ext.get(about) ?? ext.size;
    ext.set(about, place);
    size += more;
    for (const each of sent) body.push({ ...each, x: place });
  }
  if (body.length > 0) yield batch();
};

/** Sends what happened, each event not long after its time by the server's clock, which is put back for it and ends where it was. */
export const sendFacts = async (
  server: RunningServer,
  clock: ServerClock,
  { start, end, facts }: School,
  accounts: ReadonlyMap<string, string>,
): Promise<void> => {
  const present = clock.now();
  for (let from = start; from < end; from += PORTION) {
    clock.move(Math.min(present, from + PORTION) - clock.now());
    const batches = batchesOf(
      facts.filter(({ time }) => time >= from && time < from + PORTION),
      accounts,
    );
    const send = async () => {
      for (const body of batches) {
        const answer = await fetch(`${server.url}/usage/v1/events`, { method: 'POST', body });
        const text = await answer.text();
        if (!answer.ok || !text.includes('"refused":[]')) throw new Error(`${answer.status} ${text}`);
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, send));
  }
  clock.move(present - clock.now());
};

/** Waits until all of it can be asked for. */
export const loaded = async (
  server: RunningServer,
  admin: BrowserContext,
  { start, end, pupils, facts }: School,
): Promise<void> => {
  const period = { from: dayOf(start), to: dayOf(end - 1) };
  const total = async (more: Partial<Parameters<typeof writeQuestion>[0]>) => {
    const question = writeQuestion({ v: 1, kind: 'trend', period, ...more });
    const answer = await admin.request.get(`${server.url}/console/v1/usage/question?question=${question}`);
    if (!answer.ok()) return 0;
    const { data } = (await answer.json()) as { data: { answer: { lines: { total: number }[] } } };
    return data.answer.lines[0]?.total ?? 0;
  };
  const left = facts.filter(({ stay }) => stay).length;
  const made = { event: { kind: 'custom', key: 'account.made' } } as const;
  const known = [{ property: `person.field.${CLASS}`, op: 'set' }] as const;
  const reaches = (count: number, more: Parameters<typeof total>[0]) =>
    until(async () => {
      const found = await total(more);
      if (found > count) throw new Error(`${found} events of ${count}: ${JSON.stringify(more)}`);
      return found === count;
    });
  await reaches(facts.length, {});
  await reaches(left, { series: [{ event: { kind: 'leave' } }] });
  await reaches(pupils.length, { series: [made], filter: { all: [...known] } });
};

/** The day in Shanghai. */
export const dayOf = (time: number): string => new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);
