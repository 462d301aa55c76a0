/** Links of operators end with their maker's role, password or account, and with the account whose password they set. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_PASSWORD, type TestConsole, testConsole } from './testing/console.ts';

const NEW_PASSWORD = 'another long passphrase';
let context: TestConsole;
beforeAll(async () => {
  context = await testConsole();
});
afterAll(() => context?.stop());

const tokenOf = (link: string) => link.split('#')[1] ?? '';
const idOf = async (cookie: string) => (await context.call('getOperator', { cookie })).id;
const root = () => context.cookies.admin;
const invite = async (cookie: string) =>
  tokenOf((await context.call('inviteOperator', { cookie, body: { role: 'admin' } })).link);
const passwordLink = async (cookie: string, id: string) =>
  tokenOf((await context.call('linkOperatorPassword', { cookie, body: { id } })).link);
const purpose = async (token: string) => {
  const answer = await context.ask('lookAtInvitation', { body: { token } });
  return answer.status === 200 ? 'valid' : 'ended';
};

const demote = (id: string) =>
  context.call('changeOperatorRole', { cookie: root(), body: { id, role: 'viewer' } });
const disable = (id: string) => context.call('disableOperator', { cookie: root(), body: { id } });
const changePassword = (cookie: string) =>
  context.call('changeOperatorPassword', {
    cookie,
    body: { old_password: OPERATOR_PASSWORD, password: NEW_PASSWORD },
  });
const setPassword = async (id: string) => {
  const token = await passwordLink(root(), id);
  return context.call('setOperatorPassword', { body: { token, password: NEW_PASSWORD } });
};

describe.each([
  ['loses the role', demote],
  ['is disabled', disable],
  ['changes the password', (_: string, cookie: string) => changePassword(cookie)],
  ['sets a password by a link', setPassword],
])('when an admin %s', (_, change) => {
  it('the links that this admin made end, and those of others stay valid', async () => {
    const cookie = await context.operator('admin');
    const target = await idOf(await context.operator('support'));
    const ended = [await invite(cookie), await passwordLink(cookie, target)];
    const stays = await invite(root());
    await change(await idOf(cookie), cookie);
    for (const token of ended) {
      expect(await purpose(token)).toBe('ended');
      const body = { token, name: 'let.me-in', password: NEW_PASSWORD };
      expect((await context.ask('acceptInvitation', { body })).json?.code).toBe('RC_410');
      expect((await context.ask('setOperatorPassword', { body })).json?.code).toBe('RC_410');
    }
    expect(await purpose(stays)).toBe('valid');
  });

  it('the link to their own password ends', async () => {
    const cookie = await context.operator('admin');
    const id = await idOf(cookie);
    const token = await passwordLink(root(), id);
    await change(id, cookie);
    expect(await purpose(token)).toBe('ended');
  });
});

it('a new password link ends the earlier one', async () => {
  const id = await idOf(await context.operator('viewer'));
  const first = await passwordLink(root(), id);
  const second = await passwordLink(root(), id);
  expect([await purpose(first), await purpose(second)]).toEqual(['ended', 'valid']);
});

it("a link ends with its maker's role also if the role is changed in the database", async () => {
  const cookie = await context.operator('admin');
  const token = await invite(cookie);
  await context.server.app.db
    .updateTable('operators')
    .set({ role: 'support' })
    .where('id', '=', await idOf(cookie))
    .execute();
  expect(await purpose(token)).toBe('ended');
});

it("an invitation made while its maker's role is changed ends too", async () => {
  for (let round = 0; round < 8; round += 1) {
    const cookie = await context.operator('admin');
    const id = await idOf(cookie);
    const invitations = [1, 2, 3].map(() =>
      context.ask('inviteOperator', { cookie, body: { role: 'admin' } }),
    );
    await Promise.all([...invitations, demote(id)]);
    for (const answer of await Promise.all(invitations)) {
      const link = (answer.json?.data as { link?: string } | undefined)?.link;
      if (link) expect(await purpose(tokenOf(link))).toBe('ended');
      else expect(answer.status).toBe(403);
    }
  }
});
