/** Over HTTP: an address is confirmed by the link of its message, opened on another device. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomes, PID, refusalOf } from '../testing.ts';
import { PROOF_LIFE } from '../../../identity/fresh-proof.ts';
import { MOST_WRONG } from './email-links.ts';
import { newEmail, stepsOf } from '../testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const english = { 'accept-language': 'en' };
const form = { ...english, 'content-type': 'application/x-www-form-urlencoded' };
const messageTo = (email: string) => context.server.development?.list(email)[0]?.text ?? '';
const linkTo = (email: string): string =>
  new URL(/https?:\/\/\S+\/bind-email\/\S+/.exec(messageTo(email))?.[0] ?? '').pathname;
const open = (link: string) => context.server.ask('GET', link, undefined, english);
const post = (link: string, body: string) => context.server.ask('POST', link, body, form);
const type = (link: string, digits: string) => post(link, `digits=${encodeURIComponent(digits)}`);
const asked = async (token: string, email = newEmail()) => {
  const sent = await context.call('sendEmailBindCaptcha', { token, body: { email, pid: PID } });
  return { email, link: linkTo(email), digits: sent.link_digits };
};
const other = (digits: string): string => String((Number(digits) + 1) % 10_000).padStart(4, '0');
const stateOf = async (token: string) => (await context.call('getEmailLink', { token })).state;
const bind = (token: string, email: string) => context.call('bindEmail', { token, body: { email } });
const addressOf = async (token: string) => (await context.call('getPrivacy', { token })).email;
const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(7)}`;

test('the link confirms, with the digits of the page that asked; the session binds, and nobody is signed in elsewhere', async () => {
  const { id, phone, access } = await context.member();
  expect(await stateOf(access)).toBe('none');
  const { email, link, digits } = await asked(access);
  expect(digits).toMatch(/^\d{4}$/);
  // The message holds what its owner is to bring, and not what the page shows.
  expect(messageTo(email).replace(link, '').replaceAll(/\d{6}/g, '')).not.toContain(digits);
  const page = await open(link);
  expect([page.status, page.headers.get('referrer-policy'), page.headers.get('x-robots-tag')]).toEqual([
    200,
    'no-referrer',
    'noindex',
  ]);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.text).toContain(masked(phone));
  // Colours may have the same digits.
  const shown = page.text.replaceAll(/<style[^]*?<\/style>|<link [^>]*>/g, '');
  for (const secret of [email, phone, id, digits, context.code(email)]) expect(shown).not.toContain(secret);
  expect(page.text).toContain('do not type them: it is a fraud');
  expect(await stateOf(access)).toBe('waiting');
  expect(await refusalOf(bind(access, email))).toMatchObject({ refusal: 'CaptchaMismatch' });

  // Full-width digits, as an input method types them, with a space.
  const wide = digits.replace(/\d/g, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  const confirmed = await type(link, `${wide} `);
  expect([confirmed.status, confirmed.headers.get('set-cookie')]).toEqual([200, null]);
  expect(confirmed.text).toContain('Go back to the page where you asked');
  expect(await addressOf(access)).toBeNull();
  expect(await stateOf(access)).toBe('confirmed');
  await bind(access, email);
  expect(await addressOf(access)).toMatch(/\*@school\.example$/);
  expect((await context.signIn(email)).auth.account_id).toBe(id);
  // Once: the link, its state and the confirmation are gone.
  expect((await type(link, digits)).status).toBe(410);
  expect(await stateOf(access)).toBe('none');
  expect(await refusalOf(bind(access, newEmail()))).toMatchObject({ refusal: 'CaptchaMismatch' });
});

test('a page that was loaded anew is told the masked address, the digits and the time that is left', async () => {
  const { access } = await context.visitor();
  const { email, link, digits } = await asked(access);
  context.server.now.move(90_000);
  const shown = { email: `${email.slice(0, 1)}***@school.example`, link_digits: digits, expires_in: 510 };
  expect(await context.call('getEmailLink', { token: access })).toEqual({ state: 'waiting', ...shown });
  await type(link, digits);
  expect(await context.call('getEmailLink', { token: access })).toEqual({ state: 'confirmed', ...shown });
  await post(link, 'act=refuse');
  expect(await context.call('getEmailLink', { token: access })).toEqual({ state: 'refused' });
});

test('scanners that open the link, however often, change nothing', async () => {
  const { access } = await context.visitor();
  const { link, digits } = await asked(access);
  await Promise.all(Array.from({ length: 20 }, () => open(link)));
  await Promise.all(Array.from({ length: 5 }, () => context.server.ask('HEAD', link, undefined, english)));
  expect(await stateOf(access)).toBe('waiting');
  expect((await type(link, digits)).status).toBe(200);
});

test('the owner of a mistyped address has three guesses at the digits, also all at once; the code stays good', async () => {
  const { access } = await context.visitor();
  const { email, link, digits } = await asked(access);
  const wrong = await type(link, other(digits));
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('2 tries are left');
  // What is no try is not counted as one.
  for (const typed of ['', '12', '123456', 'abcd', context.code(email), `${digits}0`])
    expect((await type(link, typed)).text).toContain('2 tries are left');
  await Promise.all(Array.from({ length: 10 }, () => type(link, other(digits))));
  const counted = await context.server.app.db
    .selectFrom('email_links')
    .select('wrong_digits')
    .where('email', '=', email)
    .execute();
  expect(counted).toEqual([{ wrong_digits: MOST_WRONG }]);
  const over = await type(link, digits);
  expect([over.status, over.text]).toEqual([
    410,
    expect.stringContaining('the digits were wrong three times'),
  ]);
  expect((await open(link)).status).toBe(410);
  expect(await stateOf(access)).toBe('none');
  expect(await refusalOf(bind(access, email))).toMatchObject({ refusal: 'CaptchaMismatch' });
  const body = { email, captcha: context.code(email) };
  await context.call('bindEmail', { token: access, body });
  expect(await addressOf(access)).not.toBeNull();
});

test('"I did not ask for this" ends the request, its code too, also after the digits were typed', async () => {
  const { access } = await context.visitor();
  const first = await asked(access);
  const refused = await post(first.link, 'act=refuse');
  expect([refused.status, refused.text]).toEqual([200, expect.stringContaining('The request is cancelled')]);
  expect(await stateOf(access)).toBe('refused');
  const captcha = context.code(first.email);
  expect(
    await refusalOf(context.call('bindEmail', { token: access, body: { email: first.email, captcha } })),
  ).toMatchObject({ refusal: 'CaptchaMismatch' });
  expect((await type(first.link, first.digits)).status).toBe(410);

  const second = await asked(access);
  await type(second.link, second.digits);
  expect((await post(second.link, 'act=refuse')).status).toBe(200);
  expect(await refusalOf(bind(access, second.email))).toMatchObject({ refusal: 'CaptchaMismatch' });
  expect(await addressOf(access)).toBeNull();
});

test('"I did not ask for this" leaves the code that another account asked for later', async () => {
  const [stranger, owner] = [await context.visitor(), await context.visitor()];
  const email = newEmail();
  const first = await asked(stranger.access, email);
  context.server.now.move(60_001);
  await asked(owner.access, email);
  expect((await post(first.link, 'act=refuse')).status).toBe(200);
  expect(await stateOf(stranger.access)).toBe('refused');
  const captcha = context.code(email);
  await context.call('bindEmail', { token: owner.access, body: { email, captcha } });
  expect(await addressOf(owner.access)).not.toBeNull();
});

test('a confirmation is of one session and one address', async () => {
  const { access, phone } = await context.member();
  const again = await context.signIn(phone);
  const stranger = await context.visitor();
  const { email, link, digits } = await asked(access);
  await type(link, digits);
  for (const token of [again.auth.token.access.token, stranger.access]) {
    expect(await stateOf(token)).toBe('none');
    expect(await refusalOf(bind(token, email))).toMatchObject({ refusal: 'CaptchaMismatch' });
  }
  expect(await refusalOf(bind(access, newEmail()))).toMatchObject({ refusal: 'CaptchaMismatch' });
  // The refusals took nothing away.
  await bind(access, email);
});

test('the code of the message binds after the link was confirmed too, for a page that was closed meanwhile', async () => {
  const { access } = await context.visitor();
  const { email, link, digits } = await asked(access);
  expect((await type(link, digits)).text).toContain('type your address and the code of the message');
  await context.call('bindEmail', { token: access, body: { email, captcha: context.code(email) } });
  expect(await addressOf(access)).not.toBeNull();
});

test('who confirmed an own address learns of no other whether it has an account', async () => {
  const { email: registered } = await stepsOf(context).mailed();
  const { access } = await context.visitor();
  const { email, link, digits } = await asked(access);
  await type(link, digits);
  const refusals = await Promise.all(
    [registered, newEmail()].map(async address => (await refusalOf(bind(access, address))).refusal),
  );
  expect(refusals).toEqual(['CaptchaMismatch', 'CaptchaMismatch']);
  await bind(access, email);
});

test('of two requests of a session the later one is good', async () => {
  const { access } = await context.visitor();
  const [first, second] = [await asked(access), await asked(access)];
  expect((await type(first.link, first.digits)).status).toBe(410);
  expect((await type(second.link, first.digits === second.digits ? '' : first.digits)).status).toBe(400);
  expect((await type(second.link, second.digits)).status).toBe(200);
  const ends = await outcomes(Array.from({ length: 6 }, () => bind(access, second.email)));
  expect(ends.filter(end => end === 'ok')).toHaveLength(1);
});

test('two accounts that ask for one address: it goes to the first that binds, and the other is told', async () => {
  const [one, two] = [await context.visitor(), await context.visitor()];
  const email = newEmail();
  const first = await asked(one.access, email);
  context.server.now.move(60_001);
  const second = await asked(two.access, email);
  expect((await open(second.link)).text).toContain(masked(two.phone));
  await type(first.link, first.digits);
  await type(second.link, second.digits);
  const ends = await outcomes([bind(one.access, email), bind(two.access, email)]);
  expect(ends.toSorted()).toEqual(['EmailRegistered', 'ok']);
});

test('the session proves anew before it binds, where its proof is over meanwhile', async () => {
  const { access, phone } = await context.visitor();
  const { email, link, digits } = await asked(access);
  context.server.now.move(PROOF_LIFE);
  expect((await type(link, digits)).status).toBe(200);
  expect(await refusalOf(bind(access, email))).toMatchObject({ refusal: 'ProofRequired' });
  await context.call('sendProofCaptcha', { token: access, body: { way: 'phone' } });
  await context.call('proveByCode', { token: access, body: { way: 'phone', captcha: context.code(phone) } });
  await bind(access, email);
});

test('is over with its ten minutes, and with the session that asked', async () => {
  const late = await context.visitor();
  const { email, link, digits } = await asked(late.access);
  await type(link, digits);
  context.server.now.move(10 * 60_000);
  expect(await stateOf(late.access)).toBe('none');
  expect((await open(link)).status).toBe(410);
  expect((await post(link, 'act=refuse')).status).toBe(410);
  await context.call('sendProofCaptcha', { token: late.access, body: { way: 'phone' } });
  const proof = { way: 'phone', captcha: context.code(late.phone) } as const;
  await context.call('proveByCode', { token: late.access, body: proof });
  expect(await refusalOf(bind(late.access, email))).toMatchObject({ refusal: 'CaptchaMismatch' });

  const left = await context.visitor();
  const request = await asked(left.access);
  await context.call('logout', { token: left.access, body: { refresh_token: left.refresh } });
  expect((await open(request.link)).status).toBe(410);
  expect((await type(request.link, request.digits)).status).toBe(410);
  expect(await refusalOf(bind(left.access, request.email))).toMatchObject({ refusal: 'TokenInvalid' });
});

test('of an account that is to be deleted it does what the code does', async () => {
  const { access } = await context.visitor();
  await context.call('requestDeletion', { token: access });
  const { email, link, digits } = await asked(access);
  await type(link, digits);
  await bind(access, email);
  expect(await addressOf(access)).not.toBeNull();
});

test('a blocked account has no link', async () => {
  const { id, access } = await context.visitor();
  const { link, digits } = await asked(access);
  const blocked = { blocked_at: new Date(context.server.now()) };
  await context.server.app.db.updateTable('accounts').set(blocked).where('id', '=', id).execute();
  expect((await open(link)).status).toBe(410);
  expect((await type(link, digits)).status).toBe(410);
});

test('an address is changed too, and the page names an account without a number by the address before', async () => {
  const { access, email: before } = await stepsOf(context).mailed();
  const { email, link, digits } = await asked(access);
  expect((await open(link)).text).toContain(`${before.slice(0, 1)}***@`);
  await type(link, digits);
  await bind(access, email);
  expect((await context.signIn(email)).auth.created).toBe(false);
});

test('a request that is limited makes no link, and the one before stays good', async () => {
  const { access } = await context.visitor();
  const { email, link, digits } = await asked(access);
  const again = context.call('sendEmailBindCaptcha', { token: access, body: { email, pid: PID } });
  expect(await refusalOf(again)).toMatchObject({ refusal: 'CaptchaTooFrequent' });
  expect((await type(link, digits)).status).toBe(200);
});

test.each([
  ['of another type', { ...english, 'content-type': 'application/xml' }, '<digits>1234</digits>', 415],
  ['too much', form, `digits=${'1'.repeat(300)}`, 413],
  ['fields twice', form, 'digits=0000&digits=0001&act=x', 410],
])('a body that is %s is refused, and an unknown link is over', async (_, headers, body, status) => {
  expect((await context.server.ask('POST', '/bind-email/AAAAAAAAAAAAAAAAAAAAAA', body, headers)).status).toBe(
    status,
  );
  expect((await open(`/bind-email/${'%00'.repeat(3)}`)).status).toBe(410);
});
