/** A simulated pupil: uses the school over HTTP, repeats what was not answered, and remembers what was acknowledged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { storedOfToken } from '../usage-data.ts';
import { call, newPhone, tokensOf, type Answer, inForce } from '../people.ts';
import { type Diary, newDiary } from './diary.ts';
import type { Ledger } from './ledger.ts';
import type { Place } from './place.ts';

const PASSWORD = 'Secret#1';
/** Milliseconds before what was refused or not answered is sent again. */
const PAUSE = 200;
/** CaptchaTooFrequent, and the milliseconds after which a vendor sends another code. */
const TOO_FREQUENT = 'AC3_16';
const ANOTHER_CODE = 60_000;

type Send = () => Promise<{ readonly status: number; readonly headers: Headers }>;

export interface Pupil {
  /** Acts until the signal is aborted; ends between two acts, when the last one was answered. */
  live(signal: AbortSignal): Promise<void>;
  /** Compares what the server has with what it acknowledged. */
  check(): Promise<void>;
}

/** Where a pupil is. */
export interface School {
  readonly place: Place;
  readonly ledger: Ledger;
  /** The account whose id the events of all have. */
  readonly reporter: string;
  /** Whether it also keeps a diary. */
  readonly diary: boolean;
  /** Milliseconds between two acts at most; may change. */
  readonly pace: { readonly ms: number };
}

let addresses = 0;

export const newPupil = ({ place, ledger, reporter, diary: keeps, pace }: School): Pupil => {
  const phone = newPhone();
  addresses += 1;
  // Each from an address of its own: many from one need a challenge.
  const headers = { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses & 255}` };
  let refresh = '';
  let access = '';
  let refreshed = false;
  let description = '0';
  let diary: Diary | undefined;
  const device = randomUUID();

  /** Sends until it is answered by anything but "come again". @returns the answer, and whether one before it was lost */
  const settled = async <T extends Awaited<ReturnType<Send>>>(
    send: () => Promise<T>,
  ): Promise<{ answer: T; lost: boolean; sent: number }> => {
    const began = performance.now();
    for (let lost = false; ; await wait(PAUSE)) {
      const sent = performance.now();
      const answer = await send().catch(() => undefined);
      // A proxy says so for a server that it can't reach.
      if (!answer || answer.status === 502 || answer.status === 504) {
        ledger.unanswered += 1;
        lost = true;
      } else if (answer.status === 503) {
        ledger.refused += 1;
        if (!answer.headers.has('retry-after')) ledger.wrong.push('a refusal without Retry-After');
        // A refusal may come from a transaction whose commit was not answered.
        lost = true;
      } else {
        ledger.answered += 1;
        ledger.longest = Math.max(ledger.longest, performance.now() - began);
        return { answer, lost, sent };
      }
    }
  };
  const ask = async (method: string, path: string, body?: unknown, token?: string) => {
    const got = await settled<Answer>(() => call(place.url(), method, path, body, token, headers));
    place.answered(got.sent, phone);
    return got;
  };
  const askOwn = async (method: string, path: string): Promise<Answer> =>
    (await ask(method, path, undefined, access)).answer;
  const stored = () => storedOfToken(place.url(), access);
  /** Reports until it is acknowledged. @returns the events' ids; none where it was refused, which is wrong */
  const report = async (facts: readonly object[], events: readonly object[]): Promise<string[]> => {
    const t = Date.now();
    const body = events.map((event, n) => ({ i: newId(t), t, c: t, n, b: {}, x: 0, ...event }));
    const meta = { device_type: 1, product_code: 'school', is_dev: false, heatmap: false };
    const { answer } = await settled(() =>
      fetch(`${place.url()}/usage/v1/events`, {
        method: 'POST',
        body: JSON.stringify({ alg: 0, type: 0, data: { meta, ext: facts, body } }),
        headers: { ...headers, 'content-type': 'text/plain' },
      }),
    );
    if (answer.status === 200) return body.map(({ i }) => i);
    ledger.wrong.push(`a batch: ${answer.status} ${await answer.text()}`);
    return [];
  };
  const expected = ({ status, body }: Answer, what: string): boolean => {
    if (status === 200) return true;
    ledger.wrong.push(`${what} of ${phone}: ${status} ${JSON.stringify(body)}`);
    return false;
  };
  const keep = (answer: Answer) => {
    const tokens = tokensOf(answer);
    [access, refresh, refreshed] = [tokens.access.token, tokens.refresh.token, false];
    const auth = answer.body.data?.['auth'] as { account_id: string } | undefined;
    if (keeps && auth) diary ??= newDiary({ account: auth.account_id, ledger, report, ask: askOwn, stored });
  };

  const signIn = async () => {
    const body = { identity: phone, password: PASSWORD, pid: 'test', agreement_ids: [-1] };
    const { answer } = await ask('POST', 'login', body);
    if (expected(answer, 'sign-in')) keep(answer);
  };

  const signUp = async (): Promise<void> => {
    for (;;) {
      const person = { phone_number: phone, pid: 'test' };
      const sent = await ask('POST', 'captcha/register/phone/with-agreement', person);
      // The answer to the code before was lost.
      if (sent.answer.body.code === TOO_FREQUENT) {
        await wait(ANOTHER_CODE);
        continue;
      }
      // The number is taken where the registration before this one was not answered.
      if (sent.answer.status !== 200) return signIn();
      const captcha = await place.code(phone).catch(() => undefined);
      // The code went with the process that had sent it.
      if (captcha === undefined) continue;
      const agreements = await inForce(place.url()).catch(() => undefined);
      if (!agreements) continue;
      const body = { ...person, captcha, password: PASSWORD, agreement_ids: agreements };
      const { answer, lost } = await ask('POST', 'register/phone/with-agreement', body);
      if (answer.status === 200) return keep(answer);
      if (!lost) expected(answer, 'sign-up');
    }
  };

  const acts: readonly (() => Promise<void>)[] = [
    async () => {
      const { answer } = await ask('PUT', 'tokens/refresh', { refresh_token: refresh });
      if (!expected(answer, 'refresh')) return;
      const tokens = answer.body.data as unknown as {
        access: { token: string };
        refresh: { token: string };
      };
      [access, refresh] = [tokens.access.token, tokens.refresh.token];
      ledger.refreshes += 1;
      if (!refreshed) ledger.sessions += 1;
      refreshed = true;
    },
    async () => {
      const next = String(Number(description) + 1);
      const { answer } = await ask('PATCH', 'info', { description: next }, access);
      if (expected(answer, 'profile')) description = next;
    },
    async () => {
      const { answer } = await ask('GET', 'profile', undefined, access);
      if (!expected(answer, 'profile')) return;
      const found = answer.body.data?.['description'] ?? '0';
      if (found !== description)
        ledger.wrong.push(`the profile of ${phone} is ${String(found)}, not ${description}`);
    },
    async () => {
      const ids = await report(
        [{ u: reporter, d: device }],
        Array.from({ length: 5 }, () => ({ e: 'lesson.open' })),
      );
      for (const id of ids) ledger.events.add(id);
    },
    async () => {
      const error = `&e=1!error!TypeError!${encodeURIComponent('no such lesson')}!`;
      const { answer } = await settled(() =>
        fetch(`${place.url()}/monitor/v1.gif?p=school&v=r1&u=%2Flessons${error}`, { headers }),
      );
      if (answer.status !== 200) ledger.wrong.push(`a report: ${answer.status}`);
    },
    signIn,
    ...(keeps ? [async () => diary?.act()] : []),
  ];

  return {
    live: async signal => {
      ledger.entering += 1;
      await signUp();
      ledger.entering -= 1;
      for (let n = Math.floor(Math.random() * acts.length); !signal.aborted; n += 1) {
        await acts[n % acts.length]?.();
        await wait(pace.ms * Math.random());
      }
    },
    check: async () => {
      const refreshed = await ask('PUT', 'tokens/refresh', { refresh_token: refresh });
      expected(refreshed.answer, 'the session');
      await acts[2]?.();
      await signIn();
      await diary?.check();
    },
  };
};

/** A UUIDv7. */
const newId = (at: number): string => {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};
