/** Every way in which a session can begin or go on, against every act that ends sessions: a cell each, as docs/proofs/session-ends.md lists them. */
import { join } from 'node:path';
import { consoleCalls, type ConsoleCallName } from '@rollcall/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPastIdentifiers } from '../../../identity/past-identifiers.ts';
import { createTickets } from '../../../identity/tickets.ts';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import { cookiesOf, OPERATOR_PASSWORD } from '../../console/testing/console.ts';
import { createLink } from '../../console/one-time-links.ts';
import { createNoticeDelivery } from '../notices/notice-delivery.ts';
import { changeNumbers } from '../staff/number-change-job.ts';
import { newPhone, PASSWORD, PID, refusalOf } from '../testing.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { minorsSteps } from '../testing/minors.ts';
import { pageHeaders, secondFactorSteps } from '../testing/second-factors.ts';
import { newEmail } from '../testing/valid-requests.ts';
import { type Held, holdWays, newOwner, type Owner } from '../testing/ways-in.ts';
import { SESSION_GUESSES } from './session-guesses.ts';

let context: HttpAccounts;
let operator = '';
beforeAll(async () => {
  context = await httpAccounts();
  const { server } = context;
  const token = new URL(server.adminLink ?? 'none:').hash.slice(1);
  const body = { token, name: 'First.Admin', password: OPERATOR_PASSWORD };
  operator = cookiesOf(await asOperator('createFirstOperator', body));
});
afterAll(() => context?.close());

const asOperator = async (name: ConsoleCallName, body: object) => {
  const { method, path } = consoleCalls[name];
  const { server } = context;
  const answer = await server.ask(method, path, body, { origin: server.url, cookie: operator });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.text}`);
  return answer;
};
/** Some acts ask for a proof that is five minutes old at most; the clock is ahead by then. */
const prove = () =>
  asOperator('proveOperator', { proof: { method: 'password', password: OPERATOR_PASSWORD } });
const other = { password: 'Other-tree77', confirm_password: 'Other-tree77' };

/** Sends the messages, and presses the button of the newest link of this kind that `to` got. */
const press = async (to: string, kind: 'link' | 'takeBack') => {
  const { app, now } = context.server;
  const { db, log, messages, config } = app;
  const budget = createMessageBudget({ db, log, limits: config.codes });
  const { secret, issuer } = config;
  await createNoticeDelivery({ db, log, messages, budget, secret, issuer }).deliver(now());
  // The server's own job may have been faster.
  const newest = () => context.server.development?.listNotices(to).find(notice => notice[kind])?.[kind];
  await expect.poll(newest).toBeDefined();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status } = await context.server.ask('POST', new URL(newest() ?? '').pathname, '', headers);
  expect(status).toBe(200);
};

type Act = (owner: Owner, held: Held) => Promise<unknown>;

const endsAll: Readonly<Record<string, Act>> = {
  'password changed': ({ access: token }) =>
    context.call('changePassword', { token, body: { old_password: PASSWORD, ...other } }),
  'password changed by code': async ({ access: token, phone: phone_number }) => {
    await context.call('sendUpdatePasswordCaptcha', { token, body: { phone_number, pid: PID } });
    const body = { phone_number, captcha: context.code(phone_number), ...other };
    await context.call('changePasswordByPhone', { token, body });
  },
  'password reset': async ({ id: accountId, phone: value }) => {
    const { app, now } = context.server;
    const tickets = createTickets({ db: app.db, now, secret: app.config.secret });
    const identifier = { kind: 'phone', value } as const;
    const ticket = await tickets.issue(app.db, 'reset', { accountId, identifier, madeAt: now() });
    await context.call('resetPassword', { body: { ticket, ...other } });
  },
  'all other devices ended': ({ access: token }) => context.call('endOtherDevices', { token }),
  'number or address changed': async ({ access: token }) => {
    const email = newEmail();
    await context.call('sendEmailBindCaptcha', { token, body: { email, pid: PID } });
    await context.call('bindEmail', { token, body: { email, captcha: context.code(email) } });
  },
  'second factor turned on': async ({ access: token }) => {
    const { body } = await secondFactorSteps(context).newPasskey(token);
    await context.call('addPasskey', { token, headers: pageHeaders(context), body });
    await context.call('setTwoStepVerification', { token, body: { enabled: true } });
  },
  'deletion asked for': ({ access: token }) =>
    context.call('requestDeletion', { token, body: { password: PASSWORD } }),
  'sign-up withdrawn': async ({ access: token }) => {
    const birth_year = minorsSteps(context).birthYear();
    await context.call('setAge', { token, body: { birth_year } });
    await context.call('withdrawSignUp', { token });
  },
  'link “end all sessions”': async ({ id: accountId, phone }) => {
    const { app, now } = context.server;
    await notifyAccount(app.db, { accountId, kind: 'password-changed', language: 'en', at: now() });
    await press(phone, 'link');
  },
  'link “take back”': async ({ access: token, phone }) => {
    await context.call('setUsername', { token, body: { username: `u${phone}` } });
    await press(phone, 'takeBack');
  },
  'the school ends all': ({ id }) => asOperator('endPersonSessions', { id }),
  'the school blocks': async ({ id }) => {
    await prove();
    await asOperator('blockPerson', { id, reason: 'shares answers' });
  },
  'the school blocks and unblocks': async ({ id }) => {
    await prove();
    await asOperator('blockPerson', { id, reason: 'shares answers' });
    await asOperator('unblockPerson', { id });
  },
  'the school removes the second factor': async ({ id, access: token }) => {
    const { body } = await secondFactorSteps(context).newPasskey(token);
    await context.call('addPasskey', { token, headers: pageHeaders(context), body });
    await prove();
    await asOperator('resetPersonSecondFactor', { id, reason: 'lost the phone' });
  },
  'the school changes the number': async ({ id, phone }) => {
    const { app, now } = context.server;
    const { db, config } = app;
    const at = new Date(now());
    const { link } = await createLink(db, { kind: 'invitation', role: 'admin', at: now() });
    const token = link.split('#')[1] ?? '';
    await asOperator('acceptInvitation', { token, name: `admin-${phone}`, password: OPERATOR_PASSWORD });
    const admins = await db.selectFrom('operators').select('id').where('role', '=', 'admin').execute();
    const [proposed_by = '', approved_by = ''] = admins.map(admin => admin.id);
    await db
      .insertInto('number_changes')
      .values({
        id,
        account_id: id,
        old_number: phone,
        new_number: newPhone(),
        state: 'approved',
        reason: 'passport seen',
        proposed_by,
        proposed_at: at,
        approved_by,
        approved_at: at,
        due_at: at,
      })
      .execute();
    await changeNumbers(db, createPastIdentifiers(config.secret), now());
  },
};

const endsOne: Readonly<Record<string, Act>> = {
  'signed out': (_, { access: token, refresh: refresh_token }) =>
    context.call('logout', { token, body: { refresh_token } }),
  'ended from another device': ({ access: token }, { sessionId: id }) =>
    context.call('endDevice', { token, body: { id } }),
  'ended by the school': ({ id }, { sessionId: session_id }) =>
    asOperator('endPersonSession', { id, session_id }),
  'ten wrong passwords in it': async ({ id }, { access: token }) => {
    for (let guess = 0; guess < SESSION_GUESSES; guess += 1) {
      await refusalOf(context.call('proveByPassword', { token, body: { password: 'Wrong-1' } }));
      // No waiting for the delay: the codes are to be good afterwards.
      await context.server.app.db.deleteFrom('sign_in_failures').execute();
    }
    expect(id).toBeTruthy();
  },
  'its refresh token used twice': async (_, { refresh: refresh_token }) => {
    const body = { refresh_token };
    const next = await context.call('refreshTokens', { body });
    await context.call('refreshTokens', { body: { refresh_token: next.refresh.token } });
    await refusalOf(context.call('refreshTokens', { body }));
  },
};

const OF_THE_SESSION = [
  'access token',
  'refresh token',
  'its older session, cookie',
  'its older session, bearer',
];
const RESETS = ['reset code', 'reset ticket', 'operator’s reset link'];
const BY_ITSELF = 'known browser’s cookie';
const WAYS = [
  ...OF_THE_SESSION,
  'another older session, cookie',
  'another older session, bearer',
  'older session with an earlier `iat`',
  'pending second step',
  'silent code',
  'sign-in code',
  'e-mail code',
  'WeChat ticket and code',
  BY_ITSELF,
  ...RESETS,
];

const cells = new Map<string, Map<string, boolean>>();

const acts: readonly (readonly [string, Act, (way: string) => boolean])[] = [
  ['nothing ends', async () => {}, way => way !== BY_ITSELF],
  ...Object.entries(endsOne).map(
    ([name, act]) =>
      [name, act, (way: string) => way !== BY_ITSELF && !OF_THE_SESSION.includes(way)] as const,
  ),
  ...Object.entries(endsAll).map(([name, act]) => [name, act, () => false] as const),
];

describe.each(acts)('%s', (name, act, isOpen) => {
  const row = new Map<string, boolean>();
  cells.set(name, row);
  let held: Held | undefined;
  test.each(WAYS)('%s', async way => {
    if (held === undefined) {
      const owner = await newOwner(context);
      held = await holdWays(context, owner);
      await act(owner, held);
    }
    const open = await held.ways.get(way)?.();
    row.set(way, open ?? true);
    // A reset ends all that is held.
    if (open && RESETS.includes(way)) held = undefined;
    expect(open).toBe(isOpen(way));
  });
});

test('the table of them is docs/proofs/session-ends.md (else run this with -u)', async () => {
  const names = acts.map(([name]) => name);
  const table = [
    `| way in | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...WAYS.map(
      way => `| ${way} | ${names.map(name => (cells.get(name)?.get(way) ? 'open' : '–')).join(' | ')} |`,
    ),
  ];
  const text = `# Ways in, and acts that end sessions

Written by \`ways-in.full.test.ts\`, which tries each cell on an account of its own. Every way was made before the act; “–”: it begins or
extends no session. “It” is one session, which an older site's session began. The second column is the cross-check: nothing was ended.

${table.join('\n')}
`;
  await expect(text).toMatchFileSnapshot(
    join(import.meta.dirname, '../../../../../../docs/proofs/session-ends.md'),
  );
});
