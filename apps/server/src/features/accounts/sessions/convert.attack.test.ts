/** An attack over HTTP: a stolen session of an older site is converted again and again, as a cookie and as a bearer token, before and after its owner ends the sessions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteAttack } from '../../../app/testing/attack-table.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { PASSWORD } from '../testing.ts';
import { COOKIE, CONVERT_SECRET, signedSession } from '../third-party/testing.ts';

const TRIES = 60;
/** Sessions that one older session may begin. */
const LIMIT = 50;

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const convert = async (session: string, n: number): Promise<number> => {
  const headers = n % 2 === 0 ? { authorization: `Bearer ${session}` } : { cookie: `${COOKIE}=${session}` };
  const answer = await context.server.ask(
    'POST',
    '/tiger/v3/web/accounts/tokens/convert',
    undefined,
    headers,
  );
  return answer.status === 200 ? 1 : 0;
};
const attack = async (name: string, may: number, sessionOf: (n: number) => string) => {
  let through = 0;
  for (let n = 0; n < TRIES; n += 1) through += await convert(sessionOf(n), n);
  noteAttack({ attack: name, tried: TRIES, through, may });
  return through;
};

test('one older session begins 50 sessions, however it is presented, and none after the password change', async () => {
  const { id: sub, access: token } = await context.member();
  // The first password ended the sessions of before.
  await context.server.app.db
    .updateTable('accounts')
    .set({ sessions_ended_at: null })
    .where('id', '=', sub)
    .execute();
  const exp = context.server.now() / 1000 + 3600;
  const stolen = signedSession({ sub, exp }, CONVERT_SECRET);
  expect(await attack('converting one older session, cookie and bearer', LIMIT, () => stolen)).toBe(LIMIT);
  const body = { old_password: PASSWORD, password: 'Other-tree77', confirm_password: 'Other-tree77' };
  await context.call('changePassword', { token, body });
  // Others that the thief kept, each of which was never converted.
  const kept = (n: number) => signedSession({ sub, exp, n }, CONVERT_SECRET);
  expect(await attack('converting older sessions after the password change', 0, kept)).toBe(0);
});
