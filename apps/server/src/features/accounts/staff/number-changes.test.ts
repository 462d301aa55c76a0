import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '@rollcall/contract';
import { calls, signedIn } from '@rollcall/contract';
import * as v from 'valibot';
import { PROPOSAL_LIFE } from '../../../identity/established-operators.ts';
import { createPastIdentifiers } from '../../../identity/past-identifiers.ts';
import { cookiesOf, type TestConsole, testConsole } from '../../console/testing/console.ts';
import { deleteExpired } from '../cleanup.ts';
import { newPhone, outcomes, refusalOf } from '../testing.ts';
import { recordNotices } from '../testing/written-notices.ts';
import { changeNumbers } from './number-change-job.ts';
import { NUMBER_CHANGE_WAIT } from './number-changes.ts';

let context: TestConsole;
let noticesOf: Awaited<ReturnType<typeof recordNotices>>;
/** Cookies of two admins. */
let one: string;
let two: string;
beforeAll(async () => {
  context = await testConsole();
  noticesOf = await recordNotices(context.server.app.db);
  one = context.cookies.admin;
  two = await context.operator('admin', 'second.admin');
  await establish();
});
afterAll(() => context?.stop());

const pid = 'school';
/** Makes every operator one of four days. */
const establish = async () => {
  const { db } = context.server.app;
  await sql`update operators set created_at = created_at - interval '4 days', renewed_at = renewed_at - interval '4 days'`.execute(
    db,
  );
};
const ask = (name: CallName, body?: object) => context.server.ask(calls[name].method, calls[name].path, body);
const signIn = async (phone: string) => {
  await ask('sendLoginCaptcha', { phone_number: phone, pid });
  const [captcha] = context.server.codes(phone);
  return ask('loginByPhone', { phone_number: phone, captcha, pid, agreement_ids: [-1] });
};
const join = async () => {
  const phone = newPhone();
  await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
  const [captcha] = context.server.codes(phone);
  const body = { phone_number: phone, captcha, pid, agreement_ids: [1, 2, 3] };
  const { auth } = v.parse(signedIn, (await ask('loginSilently', body)).json?.data);
  return { id: auth.account_id, phone, access: auth.token.access.token };
};
const propose = (id: string, phone_number: string | null, cookie = one) =>
  context.call('proposeNumberChange', { cookie, body: { id, phone_number, reason: 'passport seen' } });
const approve = (id: string, change_id: string, cookie = two) =>
  context.call('approveNumberChange', { cookie, body: { id, change_id } });
const approved = async (id: string, to: string | null) => {
  const { change_id } = await propose(id, to);
  await approve(id, change_id);
  return change_id;
};
const changesOf = async (id: string) =>
  (await context.call('getPerson', { cookie: context.cookies.support, query: { id } })).number_changes;
const numberOf = async (id: string) =>
  (await context.call('getPerson', { cookie: one, query: { id } })).phone_number;
/** What the job does at a time after now. */
const run = (later: number) => {
  const { db, config } = context.server.app;
  return changeNumbers(db, createPastIdentifiers(config.secret), context.server.now() + later);
};
const told = async (id: string) =>
  (await noticesOf(id))
    .filter(({ kind }) => kind.startsWith('phone-'))
    .map(({ kind, to, take_back: link }) => ({ kind, to, link }));
const linkTo = async (id: string, number: string) =>
  (await told(id)).find(({ kind, to }) => kind === 'phone-change-planned' && to === number)?.link ?? '';
const diagnose = async (identity: string) =>
  context.call('getSignInDiagnosis', { cookie: context.cookies.support, query: { identity } });

/** Makes somebody a child of 13 whose guardian consented. */
const becomeChild = async (id: string, guardian: string) => {
  const { db } = context.server.app;
  const moment = new Date(context.server.now());
  const child_until = new Date(moment.getTime() + 365 * 24 * 3600 * 1000);
  await db.updateTable('accounts').set({ child_until, guarded_at: moment }).where('id', '=', id).execute();
  await db
    .insertInto('guardianships')
    .values({ account_id: id, phone: guardian, created_at: moment, due_at: null, language: 'en' })
    .execute();
  const decision = { account_id: id, phone: guardian, decision: 'consent', agreements: '[]' } as const;
  await db
    .insertInto('guardian_decisions')
    .values({ ...decision, decided_at: moment, address: '203.0.113.7', own_device: false })
    .execute();
};

describe('a change of a number by the school', () => {
  it('is proposed by one admin, approved by another, told at once, and done after 72 hours', async () => {
    const { id, phone, access } = await join();
    const to = newPhone();
    const { change_id } = await propose(id, to);
    expect(await told(id)).toEqual([]);
    const own = await refusalOf(approve(id, change_id, one));
    expect(own.refusal).toBe('IllegalOperation');
    const { due_at } = await approve(id, change_id);
    expect(due_at).toBe(context.server.now() + NUMBER_CHANGE_WAIT);
    const links = await told(id);
    expect(links.map(({ kind, to: number }) => [kind, number])).toEqual(
      expect.arrayContaining([
        ['phone-change-planned', phone],
        ['phone-change-planned', to],
      ]),
    );
    expect(new Set(links.map(({ link }) => link)).size).toBe(2);
    await run(NUMBER_CHANGE_WAIT - 1);
    expect(await numberOf(id)).toBe(phone);
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(id)).toBe(to);
    const headers = { authorization: `Bearer ${access}` };
    const { method, path } = calls.getProfile;
    expect((await context.server.ask(method, path, undefined, headers)).status).toBe(401);
    context.server.now.move(NUMBER_CHANGE_WAIT);
    expect((await signIn(to)).status).toBe(200);
    context.server.now.move(-NUMBER_CHANGE_WAIT);
    const masked = (number: string) => `${number.slice(0, 3)}****${number.slice(7)}`;
    expect(await changesOf(id)).toMatchObject([
      {
        state: 'done',
        old_number: masked(phone),
        new_number: masked(to),
        proposed_by: 'first.admin',
        approved_by: 'second.admin',
        ended_by: null,
      },
    ]);
    expect((await told(id)).map(({ kind, to: number }) => [kind, number])).toEqual(
      expect.arrayContaining([
        ['phone-changed', phone],
        ['phone-changed', to],
      ]),
    );
    const { items } = await context.call('listAudit', { cookie: one, query: { subject: id } });
    expect(items.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['people.propose-number', 'people.approve-number']),
    );
    expect(JSON.stringify(items)).not.toContain(to);
  });

  it('counts nobody as another admin who was made, promoted, enabled or given a new password or second factor in 72 hours', async () => {
    const { id } = await join();
    const { db } = context.server.app;
    const { change_id } = await propose(id, newPhone());
    const three = await context.operator('admin', 'third.admin');
    const refusedTo = async (cookie: string, change = change_id) =>
      (await refusalOf(approve(id, change, cookie))).refusal;
    expect(await refusedTo(three)).toBe('NewAdmin');
    await establish();
    const { id: third } = (await context.call('listOperators', { cookie: one })).find(
      ({ name }) => name === 'third.admin',
    ) ?? { id: '' };
    const proof = { method: 'password' as const, password: 'a long passphrase' };
    await context.call('proveOperator', { cookie: one, body: { proof } });
    for (const role of ['viewer', 'admin'] as const)
      await context.call('changeOperatorRole', { cookie: one, body: { id: third, role } });
    expect(await refusedTo(three)).toBe('NewAdmin');
    await establish();
    await context.call('disableOperator', { cookie: one, body: { id: third } });
    await context.call('enableOperator', { cookie: one, body: { id: third } });
    const { link } = await context.call('linkOperatorPassword', { cookie: one, body: { id: third } });
    await establish();
    const token = new URL(link, context.server.url).hash.slice(1);
    const set = await context.ask('setOperatorPassword', {
      body: { token, password: 'another long passphrase' },
    });
    expect(set.status).toBe(200);
    const again = cookiesOf(set);
    expect(await refusedTo(again)).toBe('NewAdmin');
    await establish();
    await db
      .insertInto('totp_secrets')
      .values({
        id: randomUUID(),
        operator_id: third,
        account_id: null,
        sealed_secret: Buffer.alloc(1),
        last_step: 0,
        created_at: new Date(context.server.now()),
      })
      .execute();
    expect(await refusedTo(again)).toBe('NewAdmin');
    // Who proposes counts as well.
    await db.deleteFrom('totp_secrets').execute();
    const four = await context.operator('admin', 'fourth.admin');
    const other = await join();
    const proposed = await propose(other.id, newPhone(), four);
    const refused = await refusalOf(approve(other.id, proposed.change_id));
    expect(refused).toMatchObject({ refusal: 'NewAdmin' });
    // The page says it before somebody tries.
    const [change] = await changesOf(other.id);
    expect(change?.approvable_at).toBeGreaterThan(context.server.now());
    expect(refused.detail.data).toEqual({ until: change?.approvable_at });
    await establish();
    expect((await changesOf(other.id))[0]?.approvable_at).toBeLessThan(context.server.now());
    // A call that changes nothing makes nobody new.
    await context.call('changeOperatorRole', { cookie: one, body: { id: third, role: 'admin' } });
    await context.call('enableOperator', { cookie: one, body: { id: third } });
    await approve(other.id, proposed.change_id);
    await approve(id, change_id, again);
  });

  it('says where nobody else can approve it, and nothing of it once it is approved', async () => {
    const { id } = await join();
    const { change_id } = await propose(id, newPhone());
    const { db } = context.server.app;
    const others = db.updateTable('operators').where('role', '=', 'admin').where('name', '<>', 'first.admin');
    await others.set({ disabled_at: new Date() }).execute();
    expect(await changesOf(id)).toMatchObject([{ state: 'proposed', approvable_at: null }]);
    await others.set({ disabled_at: null }).execute();
    expect(await changesOf(id)).toMatchObject([{ approvable_at: expect.any(Number) }]);
    await approve(id, change_id);
    expect(await changesOf(id)).toMatchObject([{ state: 'approved', approvable_at: null }]);
  });

  it('says nothing of an approval that would come after the proposal ends', async () => {
    const { id } = await join();
    const four = await context.operator('admin', 'late.admin');
    const { change_id } = await propose(id, newPhone(), four);
    const { db, now } = context.server.app;
    const proposedAgo = (days: number) =>
      sql`update number_changes set proposed_at = ${new Date(now() - days * 24 * 3600 * 1000)} where id = ${change_id}`.execute(
        db,
      );
    await proposedAgo(5);
    expect(await changesOf(id)).toMatchObject([{ state: 'proposed', approvable_at: null }]);
    await proposedAgo(3);
    expect(await changesOf(id)).toMatchObject([{ approvable_at: now() + NUMBER_CHANGE_WAIT }]);
    await establish();
  });

  it('cannot be approved, and is told to nobody, where who proposed it is no admin any more', async () => {
    const { id } = await join();
    const gone = await context.operator('admin', 'gone.admin');
    await establish();
    const { change_id } = await propose(id, newPhone(), gone);
    const operators = await context.call('listOperators', { cookie: one });
    const own = operators.find(({ name }) => name === 'gone.admin')?.id ?? '';
    expect((await changesOf(id))[0]?.approvable_at).not.toBeNull();
    const approveIt = () => refusalOf(approve(id, change_id)).then(({ refusal }) => refusal);
    await context.call('changeOperatorRole', { cookie: one, body: { id: own, role: 'support' } });
    expect(await changesOf(id)).toMatchObject([{ state: 'proposed', approvable_at: null }]);
    expect(await approveIt()).toBe('IllegalOperation');
    await context.call('changeOperatorRole', { cookie: one, body: { id: own, role: 'admin' } });
    await context.call('disableOperator', { cookie: one, body: { id: own } });
    expect(await changesOf(id)).toMatchObject([{ state: 'proposed', approvable_at: null }]);
    expect(await approveIt()).toBe('IllegalOperation');
    expect(await told(id)).toEqual([]);
  });

  it('is told to the guardian of somebody under 14 too, when planned and when done', async () => {
    const { id, phone } = await join();
    const [to, guardian] = [newPhone(), newPhone()];
    const { db } = context.server.app;
    await becomeChild(id, guardian);
    for (const cookie of [one, two])
      await context.call('openChild', { cookie, body: { id, reason: 'the guardian called' } });
    await approved(id, to);
    await run(NUMBER_CHANGE_WAIT);
    const toldOf = async (kind: string) =>
      (await told(id)).filter(notice => notice.kind === kind).map(notice => notice.to);
    expect((await toldOf('phone-change-planned')).toSorted()).toEqual([phone, to, guardian].toSorted());
    expect((await toldOf('phone-changed')).toSorted()).toEqual([phone, to, guardian].toSorted());
    const details = await db
      .selectFrom('security_notices')
      .select('details')
      .where('account_id', '=', id)
      .where('language', '=', 'en')
      .execute();
    expect(details).toHaveLength(2);
    expect(details).toEqual(details.map(() => ({ details: expect.objectContaining({ child: true }) })));
  });

  it('is done once by many processes at once, and once more after a kill', async () => {
    const { id } = await join();
    const to = newPhone();
    await approved(id, to);
    await Promise.all(Array.from({ length: 4 }, () => run(NUMBER_CHANGE_WAIT)));
    await run(NUMBER_CHANGE_WAIT + 1);
    expect(await numberOf(id)).toBe(to);
    expect((await told(id)).filter(({ kind }) => kind === 'phone-changed')).toHaveLength(2);
    const { db } = context.server.app;
    const links = await db.selectFrom('take_backs').select('id').where('account_id', '=', id).execute();
    expect(links).toHaveLength(1);
  });

  it.each(['old', 'new'] as const)('is cancelled from the %s number', async which => {
    const { id, phone } = await join();
    const to = newPhone();
    await approved(id, to);
    const link = await linkTo(id, which === 'old' ? phone : to);
    const page = await context.server.ask('GET', link);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`${to.slice(0, 3)}****${to.slice(7)}`);
    expect(page.text).not.toContain(to);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect((await changesOf(id))[0]?.state).toBe('approved');
    const statuses = await Promise.all([context.server.ask('POST', link), context.server.ask('POST', link)]);
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect((await context.server.ask('GET', link)).status).toBe(410);
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(id)).toBe(phone);
    expect(await changesOf(id)).toMatchObject([{ state: 'cancelled', ended_by: `${which}-number` }]);
    expect((await told(id)).filter(({ kind }) => kind === 'phone-change-cancelled')).toHaveLength(2);
  });

  it('is cancelled by an operator once, also before it is approved', async () => {
    const { id, phone } = await join();
    const cancel = (change_id: string) =>
      context.call('cancelNumberChange', { cookie: context.cookies.support, body: { id, change_id } });
    const first = (await propose(id, newPhone())).change_id;
    expect((await refusalOf(propose(id, newPhone(), two))).refusal).toBe('Conflict');
    expect((await outcomes([cancel(first), cancel(first)])).toSorted()).toEqual(['Conflict', 'ok']);
    expect(await told(id)).toEqual([]);
    expect((await refusalOf(approve(id, first))).refusal).toBe('Conflict');
    await cancel(await approved(id, newPhone()));
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(id)).toBe(phone);
  });

  it('is not done where the number was taken meanwhile', async () => {
    const { id, phone } = await join();
    const to = newPhone();
    await approved(id, to);
    await ask('sendSilentLoginCaptcha', { phone_number: to, pid });
    const [captcha] = context.server.codes(to);
    await ask('loginSilently', { phone_number: to, captcha, pid, agreement_ids: [-1] });
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(id)).toBe(phone);
    expect(await changesOf(id)).toMatchObject([{ state: 'failed', ended_by: 'taken' }]);
    expect((await refusalOf(propose(id, to))).refusal).toBe('PhoneBoundByOther');
  });

  it('is not done where the person’s number is another one by now, or the account is gone', async () => {
    const [person, gone] = [await join(), await join()];
    const { db } = context.server.app;
    await approved(person.id, newPhone());
    await approved(gone.id, newPhone());
    const value = newPhone();
    await db.updateTable('identifiers').set({ value }).where('account_id', '=', person.id).execute();
    await db.deleteFrom('accounts').where('id', '=', gone.id).execute();
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(person.id)).toBe(value);
    expect(await changesOf(person.id)).toMatchObject([{ state: 'failed', ended_by: 'changed' }]);
    const rows = await db
      .selectFrom('number_changes')
      .select('id')
      .where('account_id', '=', gone.id)
      .execute();
    expect(rows).toEqual([]);
  });

  it('is not done where one of the two admins is none any more', async () => {
    const { id, phone } = await join();
    const third = await context.operator('admin', 'fifth.admin');
    await establish();
    const { change_id } = await propose(id, newPhone(), third);
    await approve(id, change_id);
    const operators = await context.call('listOperators', { cookie: one });
    const thirdId = operators.find(({ name }) => name === 'fifth.admin')?.id ?? '';
    await context.call('changeOperatorRole', { cookie: one, body: { id: thirdId, role: 'support' } });
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(id)).toBe(phone);
    expect(await changesOf(id)).toMatchObject([{ state: 'failed', ended_by: 'not-admin' }]);
  });

  it('removes a number only where something else is left to sign in with, also when its time comes', async () => {
    const { id } = await join();
    expect((await refusalOf(propose(id, null))).refusal).toBe('IllegalOperation');
    const { db, now } = context.server.app;
    const identity = { account_id: id, appid: 'qq1', unionid: null, created_at: new Date(now()) };
    await db
      .insertInto('identities')
      .values({ ...identity, provider: 'qq', subject: id })
      .execute();
    await approved(id, null);
    await db.deleteFrom('identities').where('account_id', '=', id).execute();
    await run(NUMBER_CHANGE_WAIT);
    expect(await changesOf(id)).toMatchObject([{ state: 'failed', ended_by: 'last-way' }]);
    await db
      .insertInto('identities')
      .values({ ...identity, provider: 'qq', subject: id })
      .execute();
    await approved(id, null);
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(id)).toBeNull();
    // A number for an account that has none.
    const to = newPhone();
    await approved(id, to);
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(id)).toBe(to);
  });

  it('ends by itself where nobody approves it, and is listed while it is open', async () => {
    const { id } = await join();
    const { change_id } = await propose(id, newPhone());
    const open = async () =>
      (await context.call('listOpenNumberChanges', { cookie: two })).items.map(item => item.id);
    expect(await open()).toContain(change_id);
    await run(PROPOSAL_LIFE + 1);
    expect(await changesOf(id)).toMatchObject([{ state: 'cancelled', ended_by: 'not-approved' }]);
    expect(await open()).not.toContain(change_id);
  });
});

describe('a number for an account without number and guardian', () => {
  /** Somebody who signs in by WeChat alone. */
  const joinWithout = async () => {
    const person = await join();
    const { db, now } = context.server.app;
    await db
      .insertInto('identities')
      .values({
        account_id: person.id,
        provider: 'wechat',
        appid: 'wx1',
        subject: person.id,
        unionid: null,
        created_at: new Date(now()),
      })
      .execute();
    await db.deleteFrom('identifiers').where('account_id', '=', person.id).execute();
    return person;
  };
  const asPerson = async (name: CallName, access: string) => {
    const { method, path } = calls[name];
    const headers = { authorization: `Bearer ${access}` };
    return context.server.ask(method, path, undefined, headers);
  };
  const shown = async (access: string) => {
    const { json } = await asPerson('getPrivacy', access);
    return v.parse(calls.getPrivacy.answer, json?.data).number_change;
  };

  it('is shown to the person while it is approved, masked, and cancelled by them alone', async () => {
    const [{ id, access }, stranger] = [await joinWithout(), await joinWithout()];
    const to = newPhone();
    const { change_id } = await propose(id, to);
    expect(await shown(access)).toBeUndefined();
    const { due_at } = await approve(id, change_id);
    expect(await shown(access)).toEqual({ phone_number: `${to.slice(0, 3)}****${to.slice(7)}`, due_at });
    expect((await asPerson('cancelNewNumber', stranger.access)).status).toBe(200);
    expect(await shown(stranger.access)).toBeUndefined();
    expect(await shown(access)).toBeDefined();
    const both = await Promise.all([
      asPerson('cancelNewNumber', access),
      asPerson('cancelNewNumber', access),
      run(NUMBER_CHANGE_WAIT - 1),
    ]);
    expect(both.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await shown(access)).toBeUndefined();
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(id)).toBeNull();
    expect(await changesOf(id)).toMatchObject([{ state: 'cancelled', ended_by: 'person' }]);
    const ends = (await told(id)).filter(
      ({ kind, to: number }) => kind === 'phone-change-cancelled' && number === to,
    );
    expect(ends).toHaveLength(1);
  });

  it('is not shown where an old number was told, nor where a guardian was, nor once it is done', async () => {
    const [owner, pupil, person] = [await join(), await joinWithout(), await joinWithout()];
    await approved(owner.id, newPhone());
    expect(await shown(owner.access)).toBeUndefined();
    expect((await asPerson('cancelNewNumber', owner.access)).status).toBe(200);
    expect(await changesOf(owner.id)).toMatchObject([{ state: 'approved' }]);
    const { db } = context.server.app;
    await approved(pupil.id, newPhone());
    await approved(person.id, newPhone());
    expect(await shown(pupil.access)).toBeDefined();
    await becomeChild(pupil.id, newPhone());
    expect(await shown(pupil.access)).toBeUndefined();
    await run(NUMBER_CHANGE_WAIT);
    const row = await db
      .selectFrom('number_changes')
      .select('state')
      .where('account_id', '=', person.id)
      .executeTakeFirst();
    expect(row).toEqual({ state: 'done' });
    expect((await asPerson('getPrivacy', person.access)).status).toBe(401);
  });
});

describe('a change that fails', () => {
  it('stops none of the later ones, and is thrown at the end', async () => {
    const [first, second] = [await join(), await join()];
    const to = newPhone();
    await approved(first.id, newPhone());
    await approved(second.id, to);
    const { db, config } = context.server.app;
    const past = createPastIdentifiers(config.secret);
    const failing: typeof past = {
      ...past,
      remember: async (trx, entry) => {
        if (entry.accountId === first.id) throw new Error('the disk is full');
        await past.remember(trx, entry);
      },
    };
    const at = context.server.now() + NUMBER_CHANGE_WAIT;
    await expect(changeNumbers(db, failing, at)).rejects.toThrow();
    expect(await numberOf(first.id)).toBe(first.phone);
    expect(await numberOf(second.id)).toBe(to);
    await run(NUMBER_CHANGE_WAIT);
    expect(await numberOf(first.id)).not.toBe(first.phone);
  });
});

describe('an old number', () => {
  it('leads operators to its account for 180 days, and not to sign up', async () => {
    const { id, phone } = await join();
    await approved(id, newPhone());
    await run(NUMBER_CHANGE_WAIT);
    const { db } = context.server.app;
    const since = context.server.now() + NUMBER_CHANGE_WAIT;
    const found = await diagnose(phone);
    expect(found.id).toBeNull();
    expect(found.hindrances[0]).toEqual({ kind: 'moved', of: 'phone', since, account: id, until: null });
    expect(found.hindrances.map(({ kind }) => kind)).not.toContain('no-account');
    const stored = await db.selectFrom('past_identifiers').selectAll().where('account_id', '=', id).execute();
    expect(JSON.stringify(stored)).not.toContain(phone);
    // Another person has the number now: both accounts are named.
    context.server.now.move(120_000);
    await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
    const [captcha] = context.server.codes(phone);
    await ask('loginSilently', { phone_number: phone, captcha, pid, agreement_ids: [1, 2, 3] });
    const { id: other, hindrances } = await diagnose(phone);
    expect(other).not.toBe(id);
    expect(hindrances).toContainEqual({ kind: 'moved', of: 'phone', since, account: id, until: null });
    await deleteExpired(db, since + 181 * 24 * 3600 * 1000);
    const left = await db.selectFrom('past_identifiers').select('id').where('account_id', '=', id).execute();
    expect(left).toEqual([]);
    expect(await changesOf(id)).toEqual([]);
  });
});
