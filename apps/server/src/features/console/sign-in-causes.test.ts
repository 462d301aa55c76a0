/** The causes of docs/helping.md: each is brought about, told truly, and ended by its remedy. */
import { type CallName, calls, signedIn } from '@rollcall/contract';
import type { ConsoleCallName } from '@rollcall/contract/console';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCK } from '../../identity/sign-in-failures.ts';
import { newPhone } from '../accounts/testing.ts';
import { recordNotices } from '../accounts/testing/written-notices.ts';
import {
  type ConsoleArguments,
  OPERATOR_PASSWORD,
  type TestConsole,
  testConsole,
} from './testing/console.ts';

let context: TestConsole;
let noticesOf: Awaited<ReturnType<typeof recordNotices>>;
beforeAll(async () => {
  context = await testConsole({
    ROLLCALL_CODE_DAILY_LIMIT: '2',
    ROLLCALL_PIDS: 'school, club',
    ROLLCALL_CAPTCHA_VENDORS: 'netease',
    // Nobody answers there.
    ROLLCALL_NETEASE_CAPTCHA_URL: 'http://127.0.0.1:1',
    ROLLCALL_NETEASE_CAPTCHA_ID: 'site',
    ROLLCALL_NETEASE_CAPTCHA_SECRET_ID: 'id',
    ROLLCALL_NETEASE_CAPTCHA_SECRET_KEY: 'key',
  });
  noticesOf = await recordNotices(context.server.app.db);
  const changed_at = new Date(context.server.now());
  const { db } = context.server.app;
  await db
    .insertInto('captcha_rules')
    .values({ scene: 'security', ask: 'always', limits: '{}', changed_at })
    .execute();
});
afterAll(() => context?.stop());

const pid = 'school';
const PASSWORD = 'Correct-1';
const ANOTHER = 'Another-2';
const ask = (name: CallName, body?: object, token?: string) =>
  context.server.ask(
    calls[name].method,
    calls[name].path,
    body,
    token ? { authorization: `Bearer ${token}` } : {},
  );
const as = <N extends ConsoleCallName>(
  role: 'support' | 'admin',
  name: N,
  args: Omit<ConsoleArguments<N>, 'cookie'>,
) => context.call(name, { ...args, cookie: context.cookies[role] });
const join = async () => {
  const phone = newPhone();
  await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
  const [captcha] = context.server.codes(phone);
  const body = { phone_number: phone, captcha, pid, agreement_ids: [1, 2, 3] };
  const { auth } = v.parse(signedIn, (await ask('loginSilently', body)).json?.data);
  const access = auth.token.access.token;
  await ask('initPassword', { password: PASSWORD, confirm_password: PASSWORD }, access);
  return { id: auth.account_id, phone, access };
};
type Person = Awaited<ReturnType<typeof join>>;
const signIn = (identity: string, password = PASSWORD) =>
  ask('loginByAccount', { identity, password, pid, agreement_ids: [-1] });
/** What keeps from signing in now, by what the person types. */
const told = async (identity: string) => {
  await context.server.signInStatistics.flush();
  return (await as('support', 'getSignInDiagnosis', { query: { identity } })).hindrances;
};
const now = () => context.server.now();
const database = () => context.server.app.db;

interface Cause {
  readonly cause: string;
  /** Brings it about. @returns what the person types */
  readonly bring: (person: Person) => Promise<string>;
  readonly told: (person: Person) => object;
  /** @returns what the person types then */
  readonly remedy: (person: Person, typed: string) => Promise<string>;
  /** @default by the password that they had */
  readonly signsIn?: (identity: string) => Promise<{ readonly status: number }>;
}

const reason = 'called';
const next = newPhone();
const causes: readonly Cause[] = [
  {
    cause: 'the number was changed to another one',
    bring: async ({ phone, access }) => {
      await ask('sendChangePhoneCaptcha', { phone_number: next, old_phone_number: phone, pid }, access);
      const [captcha] = context.server.codes(next);
      expect((await ask('changePhone', { phone_number: next, captcha }, access)).status).toBe(200);
      return phone;
    },
    told: ({ id }) => ({ kind: 'moved', of: 'phone', account: id, since: now() }),
    remedy: async ({ id }) => (await as('support', 'getPerson', { query: { id } })).phone_number ?? '',
  },
  {
    cause: 'there is no such account',
    bring: async () => newPhone(),
    told: () => ({ kind: 'no-account', of: 'phone' }),
    remedy: async (_, phone_number) => {
      await as('support', 'createPerson', { body: { pid, phone_number } });
      return phone_number;
    },
    signsIn: async phone_number => {
      await ask('sendLoginCaptcha', { phone_number, pid });
      const [captcha] = context.server.codes(phone_number);
      return ask('loginByPhone', { phone_number, captcha, pid, agreement_ids: [-1] });
    },
  },
  {
    cause: 'the account is blocked',
    bring: async ({ id, phone }) => {
      await as('support', 'blockPerson', { body: { id, reason } });
      return phone;
    },
    told: () => ({ kind: 'blocked', until: null }),
    remedy: async ({ id, phone }) => {
      await as('support', 'unblockPerson', { body: { id } });
      return phone;
    },
  },
  {
    cause: 'a hundred wrong passwords in a row',
    bring: async ({ id, phone }) => {
      const identity = Buffer.from(id.replaceAll('-', ''), 'hex');
      const row = { identity, browser: '', failures: 1, consecutive: LOCK, last_failed_at: new Date(now()) };
      await database().insertInto('sign_in_failures').values(row).execute();
      expect((await signIn(phone)).status).toBe(429);
      return phone;
    },
    told: () => ({ kind: 'password-locked', until: null }),
    remedy: async ({ id, phone }) => {
      await as('support', 'clearPersonWaits', { body: { id, reason } });
      return phone;
    },
  },
  {
    cause: 'the day’s codes are used up',
    bring: async ({ phone }) => {
      await ask('sendLoginCaptcha', { phone_number: phone, pid });
      context.server.now.move(61_000);
      expect((await ask('sendLoginCaptcha', { phone_number: phone, pid })).json?.code).toBe('AC3_21');
      return phone;
    },
    told: () => ({ kind: 'code-limit', of: 'phone', until: expect.any(Number) }),
    remedy: async ({ id, phone }) => {
      await as('support', 'clearPersonWaits', { body: { id, reason } });
      expect((await ask('sendLoginCaptcha', { phone_number: phone, pid })).status).toBe(200);
      return phone;
    },
  },
  {
    cause: 'the account’s time is over',
    bring: async ({ id, phone }) => {
      const deletion_due_at = new Date(now() - 1000);
      await database().updateTable('accounts').set({ deletion_due_at }).where('id', '=', id).execute();
      return phone;
    },
    told: () => ({ kind: 'deletion-overdue', until: now() - 1000 }),
    remedy: async ({ id, phone }) => {
      await as('support', 'cancelPersonDeletion', { body: { id, reason } });
      return phone;
    },
  },
  {
    cause: 'the human verification’s vendor does not answer',
    bring: async ({ phone }) => {
      const rule = await ask('getCaptchaRule', { identity: phone, scene: 'security', pid, timestamp: 1 });
      const { attempt, appid } = rule.json!.data as { attempt: string; appid: string };
      const refused = await ask('checkNetease', { validate: 'answer', appid, attempt });
      expect(refused.json?.code).toBe('10017003');
      return phone;
    },
    told: () => ({
      kind: 'verification-refused',
      of: 'phone',
      rule: 'NETEASE',
      refusal: 'CaptchaVendorTimeout',
    }),
    remedy: async ({ id, phone }) => {
      await as('support', 'sendPersonResetLink', { body: { id, to: 'phone' } });
      const link = (await noticesOf(id)).find(({ kind }) => kind === 'reset-link')?.take_back;
      // Signed in to since, it keeps nobody out.
      context.server.now.move(1000);
      const passwords = { password: ANOTHER, confirm_password: ANOTHER };
      const reset = await ask('resetPassword', { ticket: link?.split('#')[1], ...passwords });
      expect(reset.status).toBe(200);
      return phone;
    },
    signsIn: identity => signIn(identity, ANOTHER),
  },
  {
    cause: 'agreements of another site that they sign in at are unsigned',
    bring: async ({ phone }) => {
      const there = { identity: phone, password: PASSWORD, pid: 'club', agreement_ids: [-1] };
      expect((await ask('loginByAccount', there)).status).toBe(200);
      expect((await told(phone)).map(one => one.kind)).not.toContain('agreements-unsigned');
      const words = { 'zh-CN': '守则', en: 'Rules' };
      const body = { code: 'club-rules', pid: 'club', needs_signature: true, title: words, body: words };
      await as('admin', 'publishDocument', { body: { ...body, base_version: 0 } });
      return phone;
    },
    told: () => ({ kind: 'agreements-unsigned', pids: ['club'] }),
    remedy: async ({ phone, access }) => {
      const need = await context.server.ask('GET', `${calls.getAgreements.path}?pid=club`);
      const agreement_ids = (need.json!.data as { id: number }[]).map(({ id }) => id);
      await ask('signAgreements', { agreement_ids, pid: 'club' }, access);
      return phone;
    },
  },
];

it.each(causes)(
  '$cause: told, and ended by its remedy',
  async ({ bring, told: expected, remedy, signsIn = signIn }) => {
    const person = await join();
    context.server.now.move(61_000);
    for (const role of ['support', 'admin'] as const)
      await as(role, 'proveOperator', {
        body: { proof: { method: 'password', password: OPERATOR_PASSWORD } },
      });
    const typed = await bring(person);
    const hindrances = await told(typed);
    expect(hindrances).toContainEqual(expect.objectContaining(expected(person)));
    const kind = hindrances.find(one => one.kind === (expected(person) as { kind: string }).kind)?.kind;
    const identity = await remedy(person, typed);
    expect((await signsIn(identity)).status).toBe(200);
    expect((await told(identity)).map(one => one.kind)).not.toContain(kind);
  },
);

it('says of a deletion that no operator cancels why', async () => {
  const { id, phone } = await join();
  const due = new Date(now() + 1000);
  await database().updateTable('accounts').set({ deletion_due_at: due }).where('id', '=', id).execute();
  const deletion = async () => (await told(phone)).find(({ kind }) => kind === 'deletion-due');
  expect(await deletion()).toEqual({ kind: 'deletion-due', until: due.getTime(), of: null });
  const guardianship = {
    phone: newPhone(),
    created_at: due,
    due_at: null,
    erase_at: due,
    language: 'en',
  } as const;
  await database()
    .insertInto('guardianships')
    .values({ account_id: id, ...guardianship })
    .execute();
  expect(await deletion()).toMatchObject({ stays: 'guardian' });
});
