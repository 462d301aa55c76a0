import { consoleCalls } from '@rollcall/contract/console';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer } from '../../app/testing.ts';
import { refusalOf, outcomes } from '../accounts/testing.ts';
import { NAME_ATTEMPTS } from './operator-sign-in.ts';
import { createFirstRunLink } from './one-time-links.ts';
import { cookiesOf, OPERATOR_PASSWORD, type TestConsole, testConsole } from './testing/console.ts';

let context: TestConsole;
/** A server of the test's own, where it needs another configuration or the only admin. */
let alone: TestConsole | undefined;
let admin: string;
let support: string;
let viewer: string;
let adminName: string;
beforeAll(async () => {
  context = await testConsole();
});
beforeEach(async () => {
  admin = await context.operator('admin');
  support = await context.operator('support');
  viewer = await context.operator('viewer');
  adminName = (await me(admin)).name;
});
afterEach(async () => {
  await alone?.stop();
  alone = undefined;
});
afterAll(() => context?.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const me = (cookie: string, at = context) => at.call('getOperator', { cookie });
const signIn = (name: string, password = OPERATOR_PASSWORD, cookie?: string) =>
  context.ask('signInOperator', { body: { name, password }, cookie });
const refused = async (...args: Parameters<typeof signIn>) => (await signIn(...args)).json?.code;
const tokenOf = (link: string) => link.split('#')[1] ?? '';

describe('the link of the first run', () => {
  it('makes an admin, once', async () => {
    expect(await me(context.cookies.admin)).toMatchObject({ name: 'first.admin', role: 'admin' });
    const token = tokenOf(context.server.adminLink ?? '');
    const body = { token, name: 'second', password: OPERATOR_PASSWORD };
    expect((await refusalOf(context.call('createFirstOperator', { body }))).refusal).toBe('LinkInvalid');
    expect(await context.call('getConsoleState')).toEqual({ first_run: false });
    const at = context.server.now();
    expect(await createFirstRunLink(context.server.app.db, { at, recovery: false })).toBeUndefined();
  });

  it('makes another admin if that is configured, and the earlier link ends', async () => {
    const at = context.server.now();
    const { db } = context.server.app;
    const [one, two] = [
      await createFirstRunLink(db, { at, recovery: true }),
      await createFirstRunLink(db, { at, recovery: true }),
    ].map(link => tokenOf(link ?? ''));
    const body = { name: 'rescuer', password: OPERATOR_PASSWORD };
    const use = (token = '') => context.call('createFirstOperator', { body: { ...body, token } });
    expect((await refusalOf(use(one))).refusal).toBe('LinkInvalid');
    expect(await use(two)).toMatchObject({ role: 'admin' });
  });

  it('ends an hour after it was made', async () => {
    const { db } = context.server.app;
    const made = context.server.now() - HOUR;
    const token = tokenOf((await createFirstRunLink(db, { at: made, recovery: true })) ?? '');
    const body = { token, name: 'latecomer', password: OPERATOR_PASSWORD };
    expect((await refusalOf(context.call('createFirstOperator', { body }))).refusal).toBe('LinkInvalid');
    const inTime = tokenOf((await createFirstRunLink(db, { at: made + 1, recovery: true })) ?? '');
    expect(await context.call('createFirstOperator', { body: { ...body, token: inTime } })).toMatchObject({
      role: 'admin',
    });
  });

  it('is not stored in a form that a copy of the database reveals', async () => {
    await context.call('inviteOperator', { cookie: admin, body: { role: 'viewer' } });
    const { rows } = await context.server.database.pool.query(
      'select (select json_agg(s) from operator_sessions s) s, (select json_agg(l) from operator_links l) l, (select json_agg(o) from operators o) o',
    );
    const kept = JSON.stringify(rows);
    for (const cookie of Object.values({ admin, support, viewer })) {
      expect(kept).not.toContain(/rollcall_console=([\w-]+)/.exec(cookie)?.[1] ?? 'none');
    }
    expect(kept).not.toContain(OPERATOR_PASSWORD);
    expect(kept).toContain('$argon2id$');
  });
});

describe('sign-in of operators', () => {
  it('sets an http-only cookie for this host only, which identifies the operator', async () => {
    const answer = await signIn(adminName.toUpperCase());
    for (const line of answer.headers.getSetCookie()) {
      expect(line).toMatch(/; HttpOnly; SameSite=Strict$/);
      expect(line).toMatch(/; Path=\/; Max-Age=\d+;/);
    }
    expect(await me(cookiesOf(answer))).toMatchObject({ name: adminName });
  });

  it('gives the same answer to a wrong password, an unknown name and a disabled operator', async () => {
    const { id, name } = await me(viewer);
    await context.call('disableOperator', { cookie: admin, body: { id } });
    const answers = [
      await refused(adminName, 'wrong password'),
      await refused('nobody'),
      await refused(name),
    ];
    expect(answers).toEqual(['AC3_2', 'AC3_2', 'AC3_2']);
    expect((await refusalOf(me(viewer))).refusal).toBe('OperatorRequired');
  });

  it('is delayed after five wrong passwords, but not for a known browser nor for another name', async () => {
    const known = admin;
    for (let n = 0; n < 5; n += 1) expect(await refused(adminName, 'wrong password')).toBe('AC3_2');
    expect((await signIn(adminName)).status).toBe(429);
    expect((await signIn(adminName, OPERATOR_PASSWORD, known)).status).toBe(200);
    expect((await signIn((await me(viewer)).name)).status).toBe(200);
    context.server.now.move(15 * MINUTE);
    expect((await signIn(adminName)).status).toBe(200);
  });

  it('limits guesses from many IPs at one name on two servers at once, except from known browsers', async () => {
    const env = { ROLLCALL_TRUST_PROXY: 'loopback' };
    const own = await testConsole(env);
    alone = own;
    const second = await testServer({ env, now: own.server.now, beside: own.server });
    const from = async (n: number, cookie = '') => {
      const server = n % 2 === 0 ? own.server : second;
      const { method, path } = consoleCalls.signInOperator;
      const body = { name: 'first.admin', password: 'wrong password' };
      const headers = { 'x-forwarded-for': `198.51.100.${n}`, origin: server.url, cookie };
      return (await server.ask(method, path, body, headers)).status;
    };
    const guesses = Array.from({ length: NAME_ATTEMPTS + 10 }, (_, n) => from(n));
    const statuses = (await Promise.all(guesses)).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array(NAME_ATTEMPTS).fill(400), ...Array(10).fill(429)]);
    expect(await from(251, own.cookies.admin)).toBe(400);
    await second.stop();
  });

  it('does not count sign-ins refused by the delay of one IP, so that the operator can sign in elsewhere', async () => {
    const own = await testConsole({ ROLLCALL_TRUST_PROXY: 'loopback' });
    alone = own;
    const from = async (address: string, password: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await own.ask('signInOperator', { body: { name: 'first.admin', password }, headers })).status;
    };
    for (let n = 0; n < NAME_ATTEMPTS + 10; n += 1) {
      expect(await from('198.51.100.1', 'wrong password')).toBe(n < 5 ? 400 : 429);
    }
    expect(await from('198.51.100.2', OPERATOR_PASSWORD)).toBe(200);
  });

  it('ignores a device cookie of another operator', async () => {
    for (let n = 0; n < 5; n += 1) await signIn(adminName, 'wrong password');
    expect((await signIn(adminName, OPERATOR_PASSWORD, support)).status).toBe(429);
  });

  it('ends after an idle hour, and after twelve hours in any case', async () => {
    const { now } = context.server;
    now.move(59 * MINUTE);
    await me(viewer);
    now.move(59 * MINUTE);
    await me(viewer);
    expect((await refusalOf(me(support))).refusal).toBe('OperatorRequired');
    for (let n = 0; n < 20; n += 1) {
      now.move(30 * MINUTE);
      await me(viewer);
    }
    now.move(5 * MINUTE);
    expect((await refusalOf(me(viewer))).refusal).toBe('OperatorRequired');
  });

  it('lasts if the clock is put back a little, and ends if it was days ahead', async () => {
    const { now } = context.server;
    now.move(-MINUTE);
    await me(viewer);
    now.move(-24 * HOUR);
    expect((await refusalOf(me(viewer))).refusal).toBe('OperatorRequired');
  });

  it('by https sets a cookie with __Host- and Secure', async () => {
    const own = await testConsole({ ROLLCALL_ISSUER: 'https://school.example' });
    alone = own;
    const body = { name: 'first.admin', password: OPERATOR_PASSWORD };
    const lines = (await own.ask('signInOperator', { body })).headers.getSetCookie();
    expect(lines.map(line => line.split('=', 1)[0])).toEqual([
      '__Host-rollcall_console',
      '__Host-rollcall_console_device',
    ]);
    for (const line of lines) expect(line).toContain('; Secure');
    // The page is served under the public name, not under the Host that the proxy sends.
    const headers = { origin: 'https://school.example' };
    expect((await own.ask('signInOperator', { body, headers })).status).toBe(200);
  });
});

describe('an invitation of an operator', () => {
  const invite = async () =>
    tokenOf((await context.call('inviteOperator', { cookie: admin, body: { role: 'support' } })).link);
  const accept = (token: string, name: string) =>
    context.call('acceptInvitation', { body: { token, name, password: OPERATOR_PASSWORD } });

  it('is used once, even by two at once', async () => {
    const token = await invite();
    expect(await context.call('lookAtInvitation', { body: { token } })).toMatchObject({
      kind: 'invitation',
      role: 'support',
      invited_by: adminName,
    });
    const both = await outcomes([accept(token, 'one.of-two'), accept(token, 'two.of-two')]);
    expect(both.sort()).toEqual(['LinkInvalid', 'ok']);
  });

  it('stays valid if the name is taken, and ends after a week', async () => {
    const token = await invite();
    expect((await refusalOf(accept(token, adminName.toUpperCase()))).refusal).toBe('OperatorExists');
    context.server.now.move(7 * 24 * HOUR);
    expect((await refusalOf(accept(token, 'late'))).refusal).toBe('LinkInvalid');
  });

  it('can be withdrawn, and ends with the role of the admin who made it', async () => {
    const token = await invite();
    const [listed] = await context.call('listInvitations', { cookie: admin });
    await context.call('withdrawInvitation', { cookie: admin, body: { id: listed?.id ?? '' } });
    expect((await refusalOf(accept(token, 'withdrawn'))).refusal).toBe('LinkInvalid');
    const other = await context.operator('admin');
    const { link } = await context.call('inviteOperator', { cookie: other, body: { role: 'admin' } });
    await context.call('disableOperator', { cookie: admin, body: { id: (await me(other)).id } });
    expect((await refusalOf(accept(tokenOf(link), 'left-open'))).refusal).toBe('LinkInvalid');
  });

  it.each([
    ['too short', 'abc-DEF-123'],
    ['of one letter', 'aaaaaaaaaaaaaaaa'],
    ['with the name in it', 'xx-Weak.Name-xx'],
  ])('refuses a password %s', async (_, password) => {
    const body = { token: await invite(), name: 'weak.name', password };
    const answer = await refusalOf(context.call('acceptInvitation', { body }));
    expect(answer).toMatchObject({ refusal: 'InvalidPassword', detail: { data: { field: 'password' } } });
    expect(answer.detail.message).not.toContain(password);
  });

  it.each(['password1234', '#2026-Iloveyou-2026'])('refuses the common password %s', async password => {
    const body = { token: await invite(), name: 'weak.name', password };
    expect(await refusalOf(context.call('acceptInvitation', { body }))).toMatchObject({
      refusal: 'PasswordTooCommon',
      detail: { data: { field: 'password' } },
    });
  });
});

describe('admins', () => {
  it('never end up without one, even where two disable each other at once', async () => {
    const own = await testConsole();
    alone = own;
    const one = own.cookies.admin;
    const two = await own.operator('admin');
    const [first, second] = [await me(one, own), await me(two, own)];
    const both = await outcomes([
      own.call('disableOperator', { cookie: one, body: { id: second.id } }),
      own.call('changeOperatorRole', { cookie: two, body: { id: first.id, role: 'viewer' } }),
    ]);
    // The second was refused as the last admin, or came too late to be an admin at all.
    expect(both.filter(outcome => outcome === 'ok')).toHaveLength(1);
    const { rows } = await own.server.database.pool.query(
      "select count(*)::int as admins from operators where role = 'admin' and disabled_at is null",
    );
    expect(rows).toEqual([{ admins: 1 }]);
  });

  it('cannot disable or demote the last admin', async () => {
    const own = await testConsole();
    alone = own;
    const cookie = own.cookies.admin;
    const { id } = await me(cookie, own);
    const disable = own.call('disableOperator', { cookie, body: { id } });
    expect((await refusalOf(disable)).refusal).toBe('LastAdmin');
    const demote = own.call('changeOperatorRole', { cookie, body: { id, role: 'support' } });
    expect((await refusalOf(demote)).refusal).toBe('LastAdmin');
  });

  it('change a role with effect at the next call, and enable a disabled operator', async () => {
    const { id, name } = await me(viewer);
    await context.call('changeOperatorRole', { cookie: admin, body: { id, role: 'admin' } });
    expect((await context.call('listOperators', { cookie: viewer })).map(row => row.name)).toContain(name);
    await context.call('disableOperator', { cookie: admin, body: { id } });
    await context.call('enableOperator', { cookie: admin, body: { id } });
    expect((await refusalOf(me(viewer))).refusal).toBe('OperatorRequired');
    expect((await signIn(name)).status).toBe(200);
  });

  it('make a link for a new password, which ends the sessions', async () => {
    const { id, name } = await me(support);
    const { link } = await context.call('linkOperatorPassword', { cookie: admin, body: { id } });
    const body = { token: tokenOf(link), password: 'another passphrase' };
    expect((await context.call('lookAtInvitation', { body: { token: body.token } })).name).toBe(name);
    const answer = await context.ask('setOperatorPassword', { body });
    expect(await me(cookiesOf(answer))).toMatchObject({ id });
    expect((await refusalOf(me(support))).refusal).toBe('OperatorRequired');
    expect(await refused(name)).toBe('AC3_2');
    expect((await refusalOf(context.call('setOperatorPassword', { body }))).refusal).toBe('LinkInvalid');
  });
});

describe("the operator's own", () => {
  it('password is changed by the old one, and ends the other sessions', async () => {
    const { name } = await me(viewer);
    const other = cookiesOf(await signIn(name));
    const change = (old: string) =>
      context.call('changeOperatorPassword', {
        cookie: viewer,
        body: { old_password: old, password: 'a new passphrase' },
      });
    expect((await refusalOf(change('wrong'))).refusal).toBe('WrongOldPassword');
    await change(OPERATOR_PASSWORD);
    expect(await me(viewer)).toMatchObject({ name });
    expect((await refusalOf(me(other))).refusal).toBe('OperatorRequired');
    expect((await signIn(name, 'a new passphrase')).status).toBe(200);
  });

  it('sessions are listed and ended, and no others', async () => {
    const { name } = await me(viewer);
    const second = cookiesOf(await signIn(name));
    const third = cookiesOf(await signIn(name));
    const listed = await context.call('listOwnSessions', { cookie: viewer });
    expect(listed).toHaveLength(3);
    expect(listed.filter(session => session.current)).toHaveLength(1);
    const [other] = (await context.call('listOwnSessions', { cookie: second })).filter(
      ({ current }) => current,
    );
    const id = other?.id ?? '';
    const foreign = context.call('endOwnSession', { cookie: support, body: { id } });
    expect((await refusalOf(foreign)).refusal).toBe('NotFound');
    await context.call('endOwnSession', { cookie: viewer, body: { id } });
    expect((await refusalOf(me(second))).refusal).toBe('OperatorRequired');
    expect(await context.call('endOwnOtherSessions', { cookie: viewer })).toEqual({ ended: 1 });
    expect((await refusalOf(me(third))).refusal).toBe('OperatorRequired');
    const out = await context.ask('signOutOperator', { cookie: viewer });
    expect(out.headers.getSetCookie()[0]).toMatch(/^rollcall_console=; Path=\/; Max-Age=0;/);
    expect((await refusalOf(me(viewer))).refusal).toBe('OperatorRequired');
  });
});
