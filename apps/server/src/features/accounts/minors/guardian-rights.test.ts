/** Over HTTP: what is the guardian's to decide in place of a pupil under 14: new agreements, usage, deletion; and a second try at the year. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { Consents } from '../../../events/loader/consents.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import { tellOfAgreements } from '../agreements/guardian-agreements.ts';
import { createBirthYears } from './birth-years.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { minorsSteps } from '../testing/minors.ts';
import { recordNotices } from '../testing/written-notices.ts';
import { newPhone, PID, refusalOf } from '../testing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let context: HttpAccounts;
let steps: ReturnType<typeof minorsSteps>;
let noticesOf: Awaited<ReturnType<typeof recordNotices>>;
beforeAll(async () => {
  context = await httpAccounts();
  steps = minorsSteps(context);
  noticesOf = await recordNotices(db());
});
afterAll(() => context?.close());

const db = () => context.server.app.db;
const now = () => context.server.now();
type Guarded = Awaited<ReturnType<ReturnType<typeof minorsSteps>['consented']>>;
const decide = ({ ticket, id }: Guarded, more: object) =>
  context.call('decideForChild', { body: { ticket, account_id: id, ...more } as never });
const publish = async (version: number) => {
  context.server.now.move(MINUTE);
  const { id } = await db()
    .insertInto('agreements')
    .values({
      code: 'user-agreement',
      version,
      pid: null,
      needs_signature: true,
      published_at: new Date(now()),
      title: JSON.stringify({ 'zh-CN': '用户协议', en: 'User agreement' }),
      body: JSON.stringify({ 'zh-CN': '新', en: 'New' }),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const messagesOf = async (id: string) =>
  (await noticesOf(id)).filter(({ kind }) => kind === 'guardian-agreements').map(({ to }) => to);

describe('a new version of the agreements', () => {
  test('is asked of the guardian, once by a message, and not of the pupil', async () => {
    const guardian = newPhone();
    const one = await steps.consented(guardian);
    const sibling = await steps.consented(guardian);
    expect(await tellOfAgreements(db(), now())).toBe(0);
    const version = await publish(2);
    expect(await context.call('getUnsignedAgreements', { token: one.access, query: { pid: PID } })).toEqual(
      [],
    );
    /** The messages after a run, with the publication and the last message (or consent) so many ms ago. */
    const messages = async (published: number, informed: number) => {
      const ago = (ms: number) => new Date(now() - ms);
      await db()
        .updateTable('agreements')
        .set({ published_at: ago(published) })
        .where('id', '=', version)
        .execute();
      await db()
        .updateTable('guardianships')
        .set({ agreements_told_at: ago(informed) })
        .where('phone', '=', guardian)
        .execute();
      await tellOfAgreements(db(), now());
      await tellOfAgreements(db(), now());
      return [...(await messagesOf(one.id)), ...(await messagesOf(sibling.id))];
    };
    // Others may be published in the same hour; and a guardian gets one a day.
    expect(await messages(HOUR - 1, DAY)).toEqual([]);
    expect(await messages(HOUR, DAY - 1)).toEqual([]);
    expect(await messages(HOUR, DAY)).toEqual([guardian]);

    const { children } = await decide(one, { decision: 'usage', usage: ['view'] });
    expect(children[0]?.new_agreements.map(({ id }) => id)).toEqual([version]);
    const old = await refusalOf(decide(one, { decision: 'consent', agreement_ids: [...one.ids] }));
    expect(old.refusal).toBe('Conflict');
    const ids = children[0]?.agreements.map(({ id }) => id);
    const after = await decide(one, { decision: 'consent', agreement_ids: ids });
    expect(after.children[0]?.new_agreements).toEqual([]);
    const rows = await db()
      .selectFrom('guardian_decisions')
      .select(['decision', 'agreements'])
      .where('account_id', '=', one.id)
      .where('decision', '=', 'consent')
      .orderBy('id')
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows[1]?.agreements).toContainEqual({ id: version, code: 'user-agreement', version: 2 });
  });

  test('reaches a guardian behind more pupils than one look takes, whom it does not concern', async () => {
    const one = await steps.consented();
    const told = new Date(now() - 2 * DAY);
    await sql`
      with others as (
        insert into accounts (id, pid, created_at, nickname, nickname_key, guarded_at)
        select gen_random_uuid(), 'other', ${told}, 'of another product ' || n, 'of another product ' || n, ${told}
        from generate_series(1, 501) n returning id
      )
      insert into guardianships (account_id, phone, created_at, language, agreements_told_at)
      select id, 'of ' || id, ${told}, 'zh-CN', ${told} from others`.execute(db());
    await db()
      .updateTable('guardianships')
      .set({ agreements_told_at: told, agreements_checked_at: new Date(now() - HOUR) })
      .where('account_id', '=', one.id)
      .execute();
    const version = await publish(4);
    await db().updateTable('agreements').set({ pid: PID }).where('id', '=', version).execute();
    context.server.now.move(HOUR);
    expect(await tellOfAgreements(db(), now())).toBe(1);
    expect(await messagesOf(one.id)).toHaveLength(1);
    const looked = await db()
      .selectFrom('guardianships')
      .select('agreements_checked_at')
      .distinct()
      .where('phone', 'like', 'of %')
      .execute();
    expect(looked).toEqual([{ agreements_checked_at: new Date(now() - HOUR) }]);
  });

  test('is not signed by the pupil, by name or on the way of a sign-in', async () => {
    const one = await steps.consented();
    const version = await publish(3);
    // The specification's call works as it stands, and records nothing.
    const body = { agreement_ids: [...one.ids, version], pid: PID };
    expect(await context.call('signAgreements', { token: one.access, body })).toEqual({});
    context.server.now.move(2 * MINUTE);
    await context.call('sendSilentLoginCaptcha', { body: { phone_number: one.phone, pid: PID } });
    const captcha = context.code(one.phone);
    const login = { phone_number: one.phone, captcha, pid: PID, agreement_ids: [version] };
    await context.call('loginSilently', { body: login });
    const signed = await db()
      .selectFrom('signatures')
      .select('agreement_id')
      .where('account_id', '=', one.id)
      .where('agreement_id', '=', version)
      .execute();
    expect(signed).toEqual([]);
  });
});

describe('what is recorded of a pupil’s use', () => {
  const privacyOf = (token: string) => context.call('getPrivacy', { token });
  const event = (user: string, kind: number, more: object = {}): StoredEvent =>
    ({ id: 'e', kind, key: 'k', user, device: undefined, time: now(), received: now(), ...more }) as never;

  test('is the guardian’s to allow: nothing at first, recorded as a decision, gone with the consent', async () => {
    const adult = await context.visitor();
    expect(await privacyOf(adult.access)).not.toHaveProperty('guardian_usage');
    const one = await steps.consented();
    expect(await privacyOf(one.access)).toMatchObject({ guardian_usage: [] });
    const { children } = await decide(one, { decision: 'usage', usage: ['view', 'user', 'view'] });
    expect(children[0]?.usage).toEqual(['user', 'view']);
    expect(await privacyOf(one.access)).toMatchObject({ guardian_usage: ['user', 'view'] });
    const [last] = await db()
      .selectFrom('guardian_decisions')
      .select(['decision', 'usage_kinds'])
      .where('account_id', '=', one.id)
      .orderBy('id', 'desc')
      .execute();
    expect(last).toEqual({ decision: 'usage', usage_kinds: ['user', 'view'] });
    await decide(one, { decision: 'withdraw' });
    expect(await privacyOf(one.access)).toMatchObject({ guardian_usage: [], requires: 'guardian' });
    const { refusal } = await refusalOf(decide(one, { decision: 'usage', usage: ['view'] }));
    expect(refusal).toBe('IllegalOperation');
  });

  test('against the guardian’s word is not stored, whatever the page sent', async () => {
    const consents = new Consents(db(), true, []);
    const waiting = await steps.pupil();
    const one = await steps.consented();
    const adult = await context.visitor();
    const sent = [event(waiting.id, 1), event(one.id, 1), event(adult.id, 1)];
    expect((await consents.permitted(sent)).map(({ user }) => user)).toEqual([adult.id]);
    // Without guardians the year that somebody said once counts for nothing.
    expect(await new Consents(db(), false, []).permitted(sent)).toEqual(sent);
    await decide(one, { decision: 'usage', usage: ['view'] });
    const both = [event(one.id, 1), event(one.id, 0)];
    // The page view stays without the pupil's id, which was not allowed; the action does not.
    expect(await consents.permitted(both)).toMatchObject([{ kind: 1 }]);
    expect((await consents.permitted(both))[0]).not.toHaveProperty('user');
    await decide(one, { decision: 'usage', usage: ['view', 'user'] });
    expect(await consents.permitted(both)).toMatchObject([{ kind: 1, user: one.id }]);
  });

  test('is in the guardian’s export by a link', async () => {
    const { ticket, id } = await steps.consented();
    const data = await context.call('exportChildData', { body: { ticket, account_id: id } });
    expect(data.usage_link).toMatch(/^\/usage\/v1\/data\/download\?id=/);
    const jobs = await db().selectFrom('usage_jobs').selectAll().where('subject', '=', id).execute();
    expect(jobs).toMatchObject([{ kind: 'export', subject_kind: 'user', asked_by: 'guardian' }]);
    expect(data.usage_jobs).toEqual([]);
    const again = await context.call('exportChildData', { body: { ticket, account_id: id } });
    expect(again.usage_jobs).toMatchObject([{ id: jobs[0]?.id, kind: 'export' }]);
  });
});

test('a deletion by the guardian is told apart from the pupil’s own', async () => {
  const one = await steps.consented();
  await decide(one, { decision: 'erase' });
  expect(await context.call('getPrivacy', { token: one.access })).toMatchObject({
    deletion_by_guardian: true,
  });
  await decide(one, { decision: 'keep' });
  expect(await context.call('getPrivacy', { token: one.access })).not.toHaveProperty('deletion_by_guardian');
});

describe('who deletes the account and signs up again', () => {
  const say = (token: string, birth_year: number) => context.call('setAge', { token, body: { birth_year } });

  test('has no second try at the year', async () => {
    const { access: token, phone } = await steps.again();
    const rows = await db().selectFrom('said_years').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(phone);
    expect((await refusalOf(say(token, 1990))).refusal).toBe('AgeAlreadySet');
    expect(await context.call('getAge', { token })).toMatchObject({ asks: true });
    expect((await say(token, steps.birthYear())).child).toBe(true);
  });

  test('does not find out a deleted pupil’s year: three tries, whatever the account, then none for 30 days', async () => {
    const { access: token } = await steps.again();
    for (const year of [1990, 1991, 1992])
      expect((await refusalOf(say(token, year))).refusal).toBe('AgeAlreadySet');
    const { refusal, detail } = await refusalOf(say(token, steps.birthYear()));
    expect({ refusal, wait: detail.data?.retry_after }).toEqual({
      refusal: 'TooManyAttempts',
      wait: 30 * 24 * 3600,
    });
    expect(await context.call('getAge', { token })).toMatchObject({ asks: true, birth_year: null });
  });

  test('on the day of the sign-up is asked anew', async () => {
    const { access: token } = await steps.again(23 * 3600 * 1000);
    expect(await say(token, 1990)).toMatchObject({ birth_year: 1990, child: false });
  });

  test('is known also after the server’s secret changed, and forgotten once the school corrected the year', async () => {
    const one = await steps.again();
    const { secret } = context.server.app.config;
    const previous = typeof secret === 'string' ? secret : secret.current;
    const years = createBirthYears({ current: 'a secret that is new and long enough', previous });
    expect(await years.of(db(), one.id, now())).toMatchObject({ year: steps.birthYear() });
    await db().updateTable('accounts').set({ birth_year: 1990 }).where('id', '=', one.id).execute();
    await years.remember(db(), one.id, now());
    expect(await years.of(db(), one.id, now())).toBeUndefined();
  });
});
