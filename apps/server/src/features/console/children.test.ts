/** Over HTTP: operators say why they look at a person under 14, see the guardianship, and correct a wrong year of birth. */
import { randomUUID } from 'node:crypto';
import { type BodyOf, type CallName, type Calls, calls, signedIn } from '@rollcall/contract';
import { consoleCalls } from '@rollcall/contract/console';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGuardianLinks } from '../accounts/minors/guardian-links.ts';
import { newPhone, outcomes, refusalOf } from '../accounts/testing.ts';
import { type TestConsole, testConsole } from './testing/console.ts';

const pid = 'school';
const MINUTE = 60_000;
let context: TestConsole;
beforeAll(async () => {
  context = await testConsole();
});
afterAll(() => context?.stop());
/** Proved a moment ago. */
let admin = '';
beforeEach(async () => {
  admin = await context.operator('admin');
});

const ask = <N extends CallName>(name: N, body: BodyOf<Calls[N]> | undefined, token?: string) =>
  context.server.ask(
    calls[name].method,
    calls[name].path,
    body,
    token ? { authorization: `Bearer ${token}` } : {},
  );
const dataOf = async (answer: ReturnType<typeof ask>) => (await answer).json?.data as Record<string, unknown>;
/** A person who gave the year of birth. */
const person = async (age: number) => {
  const phone = newPhone();
  await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
  const [captcha = ''] = context.server.codes(phone);
  const { auth } = v.parse(
    signedIn,
    await dataOf(ask('loginSilently', { phone_number: phone, captcha, pid, agreement_ids: [1] })),
  );
  const access = auth.token.access.token;
  const birth_year = new Date(context.server.now()).getUTCFullYear() - age;
  await ask('setAge', { birth_year }, access);
  return { id: auth.account_id, phone, access, birth_year };
};
/** A pupil of nine years whose guardian consented. */
const guarded = async () => {
  const pupil = await person(9);
  const guardian = newPhone();
  const state = await dataOf(ask('askGuardian', { phone_number: guardian }, pupil.access));
  const captcha = (state.guardian as { code: string }).code;
  const { app } = context.server;
  const name = await app.db
    .selectFrom('guardianships')
    .select(['account_id', 'created_at', 'link'])
    .where('account_id', '=', pupil.id)
    .executeTakeFirstOrThrow();
  const token = createGuardianLinks(app.config.secret).token(name);
  const opened = await dataOf(ask('openGuardianLink', { token, captcha }));
  const [child] = opened.children as { agreements: { id: number }[] }[];
  const agreement_ids = (child?.agreements ?? []).map(({ id }) => id);
  const ticket = String(opened.ticket);
  await ask('decideForChild', { ticket, account_id: pupil.id, decision: 'consent', agreement_ids });
  return { ...pupil, guardian, captcha };
};
const look = (id: string, cookie = context.cookies.support) =>
  context.call('getPerson', { cookie, query: { id } });
const open = (id: string, reason = 'the parent called', cookie = context.cookies.support) =>
  context.call('openChild', { cookie, body: { id, reason } });
const correct = (id: string, birth_year: number, reason = 'birth certificate seen') =>
  context.call('correctBirthYear', { cookie: admin, body: { id, birth_year, reason } });
const entries = async (id: string) => {
  const query = { subject: id };
  const { items } = await context.call('listAudit', { cookie: context.cookies.admin, query });
  return items.map(({ act, before, after }) => ({ act, before, after }));
};
const noticesOf = async (id: string) => {
  const { db } = context.server.app;
  const rows = await db.selectFrom('security_notices').selectAll().where('account_id', '=', id).execute();
  return rows.map(({ kind }) => kind);
};

describe('somebody under 14', () => {
  it('is shown to every role only after a reason, which each look has in the audit log', async () => {
    const { id, phone } = await person(9);
    for (const cookie of Object.values(context.cookies)) {
      const { refusal, detail } = await refusalOf(look(id, cookie));
      expect({ refusal, id: detail.data?.id }).toEqual({ refusal: 'ReasonRequired', id });
    }
    expect(await entries(id)).toEqual([]);
    await open(id, `asked by ${phone}`);
    expect(await look(id)).toMatchObject({ id, phone_number: phone, child: true });
    await context.call('getSignInDiagnosis', { cookie: context.cookies.support, query: { id } });
    const after = { reason: expect.stringMatching(/^asked by \d{3}\*{4}\d{4}$/) };
    // The page of a person asks by several calls, which are one look.
    expect(await entries(id)).toEqual([
      { act: 'people.view', before: null, after },
      { act: 'people.open-child', before: null, after },
    ]);
    // Another operator says why too; a viewer's look is logged as well.
    expect((await refusalOf(look(id, context.cookies.admin))).refusal).toBe('ReasonRequired');
    await open(id, 'a check', context.cookies.viewer);
    expect((await look(id, context.cookies.viewer)).phone_number).toContain('****');
    expect((await entries(id))[0]).toEqual({
      act: 'people.view',
      before: null,
      after: { reason: 'a check' },
    });
  });

  it('is kept from the account by a guardian who has not consented, and the diagnosis tells it', async () => {
    const diagnosed = async (id: string) => {
      await open(id);
      const answer = await context.call('getSignInDiagnosis', {
        cookie: context.cookies.support,
        query: { id },
      });
      return answer.hindrances.map(({ kind }) => kind);
    };
    const [waiting, consented] = [await person(9), await guarded()];
    const devices = async ({ access }: { access: string }) =>
      (await ask('getDevices', undefined, access)).status;
    expect([await devices(waiting), await devices(consented)]).toEqual([403, 200]);
    expect(await diagnosed(waiting.id)).toContain('guardian-required');
    expect(await diagnosed(consented.id)).not.toContain('guardian-required');
  });

  it('is closed again after half an hour, and needs a reason that says something', async () => {
    const { id } = await person(9);
    const cookie = await context.operator('support');
    for (const reason of ['', '   '])
      expect((await refusalOf(open(id, reason, cookie))).detail.data).toEqual({ field: 'reason' });
    expect(await open(id, 'first', cookie)).toEqual({ until: context.server.now() + 30 * MINUTE });
    context.server.now.move(29 * MINUTE);
    await look(id, cookie);
    context.server.now.move(2 * MINUTE);
    expect((await refusalOf(look(id, cookie))).refusal).toBe('ReasonRequired');
    const adult = await person(30);
    expect((await refusalOf(open(adult.id, 'why not', cookie))).refusal).toBe('Conflict');
    expect(await look(adult.id, cookie)).toMatchObject({ child: false, guardian: null });
  });

  it('stands masked in lists, is not diagnosed by a number, and gives no events without a reason', async () => {
    const { id, phone } = await person(9);
    const cookie = context.cookies.support;
    const { items } = await context.call('listPeople', { cookie, query: { q: phone } });
    const masked = `${phone.slice(0, 3)}****${phone.slice(7)}`;
    expect(items).toMatchObject([{ id, child: true, phone_number: masked }]);
    const diagnosed = context.call('getSignInDiagnosis', { cookie, query: { identity: phone } });
    expect((await refusalOf(diagnosed)).detail.data).toEqual({ id });
    const body = { kind: 'export', subject_kind: 'user', subject: id } as const;
    const begun = context.call('startUsageData', { cookie: admin, body });
    expect((await refusalOf(begun)).refusal).toBe('ReasonRequired');
    await open(id, 'the guardian wrote', admin);
    await context.call('startUsageData', { cookie: admin, body });
    expect((await entries(id))[0]).toMatchObject({
      act: 'usage.begin-data-job',
      after: { reason: 'the guardian wrote' },
    });
  });

  it('gives no events of a device that the pupil used without a reason', async () => {
    const { id } = await person(9);
    const [record, device] = [randomUUID(), randomUUID()];
    const { db } = context.server.app;
    const subjects = [
      { record, kind: 'user' as const, value: id.toUpperCase() },
      { record, kind: 'device' as const, value: device },
    ];
    await db.insertInto('usage_consent_subjects').values(subjects).execute();
    const start = (subject: string) =>
      context.call('startUsageData', {
        cookie: admin,
        body: { kind: 'export', subject_kind: 'device', subject },
      });
    const refused = await refusalOf(start(device));
    expect({ ...refused, id: refused.detail.data }).toMatchObject({ refusal: 'ReasonRequired', id: { id } });
    await start(randomUUID());
    await open(id, 'the school asked', admin);
    await start(device);
    expect((await entries(device))[0]).toMatchObject({ after: { reason: 'the school asked' } });
  });

  it('is found by the whole value alone, by no part of a name, number or address', async () => {
    const { id, phone } = await person(9);
    const { db } = context.server.app;
    const names = { fullname: 'Ouyang Xiaoming', nickname: 'Seahorse', nickname_key: 'seahorse' };
    await db.updateTable('accounts').set(names).where('id', '=', id).execute();
    const identifier = {
      account_id: id,
      kind: 'email',
      value: 'ouyang@home.example',
      created_at: new Date(),
    } as const;
    await db.insertInto('identifiers').values(identifier).execute();
    const found = async (q: string) => {
      const { items } = await context.call('listPeople', { cookie: context.cookies.support, query: { q } });
      return items.some(one => one.id === id);
    };
    for (const whole of [phone, 'ouyang xiaoming', 'Seahorse', 'OUYANG@home.example', id])
      expect({ whole, found: await found(whole) }).toEqual({ whole, found: true });
    for (const part of [phone.slice(0, 10), phone.slice(-4), 'Ouyang', 'Seahor', 'ouyang@', 'ouyang@home'])
      expect({ part, found: await found(part) }).toEqual({ part, found: false });
    // Of age, a part is enough again.
    await db
      .updateTable('accounts')
      .set({ child_until: new Date(0) })
      .where('id', '=', id)
      .execute();
    expect(await found('Seahor')).toBe(true);
  });

  it('stands without name, address and number in each list that names people, and viewers’ looks are logged', async () => {
    const { id, phone } = await guarded();
    const { db, now } = context.server.app;
    const fullname = 'Zhuge Xiaohong';
    const nickname = `call ${phone}`;
    await db.updateTable('accounts').set({ fullname, nickname }).where('id', '=', id).execute();
    const { id: agreement } = await db.selectFrom('agreements').select('id').executeTakeFirstOrThrow();
    const signed = { account_id: id, agreement_id: agreement, version: 1, address: '192.0.2.77' };
    await db
      .insertInto('signatures')
      .values({ ...signed, signed_at: new Date(now()) })
      .onConflict(conflict => conflict.doNothing())
      .execute();
    await db.updateTable('signatures').set({ address: '192.0.2.77' }).where('account_id', '=', id).execute();
    const lists = {
      listPeople: (cookie: string) => context.call('listPeople', { cookie, query: {} }),
      listSignatures: (cookie: string) =>
        context.call('listSignatures', { cookie, query: { id: String(agreement) } }),
    };
    // A call that names people shows a nickname: a new one must stand above.
    const naming = Object.entries(consoleCalls).flatMap(([name, { answer }]) => {
      const entries = (answer as { entries?: { items?: { item?: { entries?: object } } } }).entries;
      return 'nickname' in (entries?.items?.item?.entries ?? {}) ? [name] : [];
    });
    expect(naming.toSorted()).toEqual(Object.keys(lists).toSorted());
    for (const [name, list] of Object.entries(lists))
      for (const cookie of Object.values(context.cookies)) {
        const before = await db.selectFrom('audit_log').select('id').execute();
        const text = JSON.stringify(await list(cookie));
        expect({ name, listed: text.includes(id) }).toEqual({ name, listed: true });
        for (const secret of [fullname, phone, '192.0.2.77']) expect(text).not.toContain(secret);
        expect(await db.selectFrom('audit_log').select('id').execute()).toHaveLength(before.length + 1);
      }
  });

  it('shows the year and who said it, the guardianship and what the guardian decided', async () => {
    const { id, birth_year, guardian } = await guarded();
    await open(id);
    const shown = await look(id);
    expect(shown.age).toMatchObject({ birth_year, from: 'person' });
    const masked = `${guardian.slice(0, 3)}****${guardian.slice(7)}`;
    expect(shown.guardian).toMatchObject({
      state: 'consented',
      phone_number: masked,
      due_at: null,
      decisions: [
        {
          decision: 'consent',
          at: context.server.now(),
          phone_number: masked,
          agreements: expect.arrayContaining([
            {
              code: 'user-agreement',
              version: 1,
              title: { 'zh-CN': '用户协议', en: 'User Agreement' },
            },
          ]),
          // Pupil and guardian are one and the same client in this test.
          own_device: true,
        },
      ],
    });
    expect(JSON.stringify(shown)).not.toContain(guardian);
    const { db } = context.server.app;
    await db.updateTable('accounts').set({ guarded_at: null }).where('id', '=', id).execute();
    const withdrawal = {
      account_id: id,
      phone: guardian,
      decision: 'withdraw',
      agreements: '[]',
      decided_at: new Date(context.server.now()),
      address: '192.0.2.77',
      own_device: false,
      usage_kinds: null,
    } as const;
    await db.insertInto('guardian_decisions').values(withdrawal).execute();
    expect((await look(id)).guardian).toMatchObject({ state: 'withdrawn' });
    // Asked again.
    const link = { link_hash: Buffer.from('asked') };
    await db.updateTable('guardianships').set(link).where('account_id', '=', id).execute();
    expect((await look(id)).guardian).toMatchObject({ state: 'asked' });
  });
});

describe('a wrong year of birth', () => {
  it('is corrected: somebody of age becomes a pupil who waits, is told, and the audit log has the reason', async () => {
    const { id, access, birth_year } = await person(30);
    const { app } = context.server;
    await app.db.updateTable('accounts').set({ birthday: 631_152_000 }).where('id', '=', id).execute();
    expect(await correct(id, birth_year + 20)).toEqual({ child: true });
    expect((await ask('getDevices', undefined, access)).json?.code).toBe('RC_282');
    expect((await noticesOf(id)).toSorted()).toEqual([
      'birth-year-corrected',
      'birth-year-corrected',
      'guardian-needed',
    ]);
    expect((await entries(id))[0]).toEqual({
      act: 'people.correct-birth-year',
      before: { birth_year, from: 'person' },
      after: {
        birth_year: birth_year + 20,
        reason: 'birth certificate seen',
        child: true,
        birthday_cleared: true,
      },
    });
    await open(id);
    expect(await look(id)).toMatchObject({
      age: { birth_year: birth_year + 20, from: 'staff' },
      guardian: { state: 'none', decisions: [] },
    });
  });

  it('ends a guardianship that was none, tells the guardian, and a later one begins anew', async () => {
    const { id, access, birth_year, captcha } = await guarded();
    // Also an admin says first why they look.
    expect((await refusalOf(correct(id, 1990))).refusal).toBe('ReasonRequired');
    await open(id, 'identity card seen', admin);
    expect(await correct(id, 1990)).toEqual({ child: false });
    expect((await ask('getDevices', undefined, access)).status).toBe(200);
    expect(await noticesOf(id)).toContain('guardian-ended');
    expect((await look(id)).guardian).toMatchObject({ state: 'ended', phone_number: null });
    context.server.now.move(MINUTE);
    expect(await correct(id, birth_year)).toEqual({ child: true });
    // The consent of the guardianship that ended counts no more.
    expect((await ask('getDevices', undefined, access)).json?.code).toBe('RC_282');
    // Another number may be the guardian's, and the digits of the first link are not those of the new one.
    const begun = await dataOf(ask('askGuardian', { phone_number: newPhone() }, access));
    expect((begun.guardian as { code: string }).code).not.toBe(captcha);
  });

  it('ends the deletion that the guardian asked for, but not an earlier one of the person', async () => {
    const { db } = context.server.app;
    const eraseAt = new Date(context.server.now() + 15 * 24 * 60 * MINUTE);
    const dueOf = async (own: Date) => {
      const { id } = await guarded();
      await db.updateTable('accounts').set({ deletion_due_at: own }).where('id', '=', id).execute();
      await db.updateTable('guardianships').set({ erase_at: eraseAt }).where('account_id', '=', id).execute();
      await open(id, 'identity card seen', admin);
      await correct(id, 1990);
      expect(await noticesOf(id)).toContain('birth-year-corrected');
      return (await look(id)).deletion_due_at;
    };
    expect(await dueOf(eraseAt)).toBeNull();
    const earlier = new Date(eraseAt.getTime() - MINUTE);
    expect(await dueOf(earlier)).toBe(earlier.getTime());
  });

  it('is set where none was said, with a reason in the audit log and a message', async () => {
    const { id } = await person(30);
    const nothing = { birth_year: null, birth_year_from: null };
    await context.server.app.db.updateTable('accounts').set(nothing).where('id', '=', id).execute();
    expect(await correct(id, 1992, 'called back')).toEqual({ child: false });
    expect((await entries(id))[0]).toEqual({
      act: 'people.correct-birth-year',
      before: { birth_year: null, from: null },
      after: { birth_year: 1992, reason: 'called back', child: false },
    });
    expect(await noticesOf(id)).toContain('birth-year-corrected');
    expect((await look(id)).age).toMatchObject({ birth_year: 1992, from: 'staff' });
  });

  it('is not corrected without need, to the future, by support staff, or twice at once', async () => {
    const { id, birth_year } = await person(30);
    expect((await refusalOf(correct(id, birth_year))).refusal).toBe('Conflict');
    expect((await refusalOf(correct(id, birth_year + 31))).refusal).toBe('FutureDate');
    const body = { id, birth_year: 1991, reason: 'x' };
    const support = context.call('correctBirthYear', { cookie: context.cookies.support, body });
    expect((await refusalOf(support)).refusal).toBe('RoleRequired');
    expect((await outcomes([correct(id, 1991), correct(id, 1991)])).toSorted()).toEqual(['Conflict', 'ok']);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await refusalOf(correct(nobody, 1992))).refusal).toBe('NotFound');
    expect((await refusalOf(open(nobody))).refusal).toBe('NotFound');
    context.server.now.move(6 * MINUTE);
    expect((await refusalOf(correct(id, 1992))).refusal).toBe('ProofRequired');
  });
});

it('tells of an account that it waits for the year of birth where every call does', async () => {
  const strict = await testConsole({ ROLLCALL_MINORS: 'strict' });
  try {
    const phone = newPhone();
    const { method, path } = calls.sendSilentLoginCaptcha;
    await strict.server.ask(method, path, { phone_number: phone, pid });
    const [captcha = ''] = strict.server.codes(phone);
    const body = { phone_number: phone, captcha, pid, agreement_ids: [1, 2, 3] };
    await strict.server.ask(calls.loginSilently.method, calls.loginSilently.path, body);
    const { hindrances } = await strict.call('getSignInDiagnosis', {
      cookie: strict.cookies.support,
      query: { identity: phone },
    });
    expect(hindrances.map(({ kind }) => kind)).toContain('age-required');
  } finally {
    await strict.stop();
  }
});
