/** For tests: every way in which a session of an account can begin or go on, prepared before its sessions end, and tried after. */
import { createTickets } from '../../../identity/tickets.ts';
import { COOKIE, CONVERT_SECRET, signedSession } from '../third-party/testing.ts';
import { DEMANDING, PASSWORD, PID, refusalOf } from '../testing.ts';
import type { HttpAccounts, Person } from './http.ts';
import { newEmail, stepsOf } from './valid-requests.ts';

const pid = PID;

/** An account with a number, an address and a password; `access` is of the session that its owner uses. */
export interface Owner extends Person {
  readonly email: string;
}

export const newOwner = async (context: HttpAccounts): Promise<Owner> => {
  // All people are behind one address, which would be asked for challenges.
  await context.server.app.db.deleteFrom('budgets').execute();
  const person = await context.member();
  const email = newEmail();
  await context.call('sendEmailBindCaptcha', { token: person.access, body: { email, pid } });
  const body = { email, captcha: context.code(email) };
  await context.call('bindEmail', { token: person.access, body });
  // The first password and the address ended other sessions: as if none had ever been ended.
  await context.server.app.db
    .updateTable('accounts')
    .set({ sessions_ended_at: null })
    .where('id', '=', person.id)
    .execute();
  // Codes to one recipient are a minute apart.
  context.server.now.move(61_000);
  return { ...person, email };
};

/** What somebody has of the account: `id` and the tokens of a session that an older site's session began. */
export interface Held {
  readonly sessionId: string;
  readonly access: string;
  readonly refresh: string;
  /** Each resolves to whether the way is open. */
  readonly ways: ReadonlyMap<string, () => Promise<boolean>>;
}

/** @returns the ways, in the order in which they can be tried, and the tokens of the session that is held */
export const holdWays = async (context: HttpAccounts, owner: Owner): Promise<Held> => {
  const { call, code, server } = context;
  const { id: accountId, phone, email } = owner;
  const { config, db } = server.app;
  const tickets = createTickets({ db, now: server.now, secret: config.secret });
  const identifier = { kind: 'phone', value: phone } as const;
  const begins = async (way: Promise<unknown>): Promise<boolean> =>
    way.then(
      () => true,
      () => false,
    );

  const session = (claims: object) =>
    signedSession({ sub: accountId, exp: server.now() / 1000 + 3600, ...claims }, CONVERT_SECRET);
  const byCookie = (value: string) => call('convertTokens', { headers: { cookie: `${COOKIE}=${value}` } });
  const byBearer = (value: string) => call('convertTokens', { token: value });
  const converted = session({ n: 1 });
  const { access, refresh } = await byCookie(converted);
  const iat = Math.floor(server.now() / 1000) - 60;
  const [plain, asBearer, dated] = [session({ n: 2 }), session({ n: 3 }), session({ iat })];

  const body = { phone_number: phone, pid };
  await call('sendSilentLoginCaptcha', { body });
  const silent = code(phone);
  await call('sendLoginCaptcha', { body });
  const login = code(phone);
  await call('sendEmailLoginCaptcha', { body: { email, pid } });
  const mailed = code(email);
  const oauth_ticket = await stepsOf(context).oauthTicket();
  await call('sendOauthCaptcha', { body: { phone_number: phone, oauth_ticket } });
  const oauth = code(phone);
  await call('sendResetPasswordCaptcha', { body });
  const { ticket: reset } = await call('checkResetPasswordCaptcha', {
    body: { phone_number: phone, captcha: code(phone) },
  });
  await call('sendEmailResetCaptcha', { body: { email, pid } });
  const resetCode = code(email);
  const link = await tickets.issue(db, 'reset-link', { accountId, identifier, madeAt: server.now() });
  const step = await refusalOf(
    call('loginByAccount', { body: { identity: phone, password: PASSWORD, pid: DEMANDING } }),
  );
  const stepTicket = String(step.detail.data?.['ticket']);
  const known = (
    await server.ask('POST', '/tiger/v3/web/accounts/login', {
      identity: phone,
      password: PASSWORD,
      pid,
      agreement_ids: [-1],
    })
  ).headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ');
  const resetBy = (ticket: string) =>
    call('resetPassword', { body: { ticket, password: 'Thief-771', confirm_password: 'Thief-771' } });
  // Whatever was made is of before the end.
  server.now.move(1000);

  return {
    sessionId: (
      JSON.parse(Buffer.from(access.token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
    ).sid,
    access: access.token,
    refresh: refresh.token,
    ways: new Map([
      ['access token', () => begins(call('getPrivacy', { token: access.token }))],
      ['refresh token', () => begins(call('refreshTokens', { body: { refresh_token: refresh.token } }))],
      ['its older session, cookie', () => begins(byCookie(converted))],
      ['its older session, bearer', () => begins(byBearer(converted))],
      ['another older session, cookie', () => begins(byCookie(plain))],
      ['another older session, bearer', () => begins(byBearer(asBearer))],
      ['older session with an earlier `iat`', () => begins(byCookie(dated))],
      ['pending second step', () => begins(call('startStepTotp', { body: { ticket: stepTicket } }))],
      [
        'silent code',
        () => begins(call('loginSilently', { body: { ...body, captcha: silent } }).then(ownOnly)),
      ],
      [
        'sign-in code',
        () => begins(call('loginByPhone', { body: { ...body, captcha: login } }).then(ownOnly)),
      ],
      [
        'e-mail code',
        () => begins(call('loginByEmail', { body: { email, captcha: mailed, pid } }).then(ownOnly)),
      ],
      [
        'WeChat ticket and code',
        () => begins(call('registerByThirdParty', { body: { oauth_ticket, captcha: oauth } }).then(ownOnly)),
      ],
      ['known browser’s cookie', () => begins(call('convertTokens', { headers: { cookie: known } }))],
      [
        'reset code',
        () =>
          begins(
            call('checkEmailResetCaptcha', { body: { email, captcha: resetCode } }).then(({ ticket }) =>
              resetBy(ticket),
            ),
          ),
      ],
      ['reset ticket', () => begins(resetBy(reset))],
      ['operator’s reset link', () => begins(resetBy(link))],
    ]),
  };

  /** A number that left the account signs in to a new one. */
  function ownOnly({ auth }: { auth: { account_id: string } }) {
    if (auth.account_id !== accountId) throw new Error('another account');
  }
};
