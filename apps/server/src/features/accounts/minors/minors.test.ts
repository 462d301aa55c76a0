/** Over HTTP: pupils under 14 wait for a guardian, who consents, sees, corrects, withdraws and erases. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteDue } from '../data/deletion.ts';
import { minorsSteps } from '../testing/minors.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { recordNotices } from '../testing/written-notices.ts';
import { newPhone, outcomes, PID, refusalOf, wrongCode } from '../testing.ts';
import { deleteUnanswered, endGuardianships } from './overdue-guardianships.ts';

const DAY = 24 * 3600 * 1000;
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
const decide = (
  guardian: { readonly ticket: string; readonly id: string; readonly ids: readonly number[] },
  decision: 'consent' | 'refuse' | 'withdraw' | 'erase' | 'keep',
) => {
  const { ticket, id, ids } = guardian;
  const agreements = decision === 'consent' ? { agreement_ids: [...ids] } : {};
  return context.call('decideForChild', { body: { ticket, account_id: id, decision, ...agreements } });
};
const decisionsOf = (id: string) =>
  db().selectFrom('guardian_decisions').selectAll().where('account_id', '=', id).orderBy('id').execute();
/** Signs the account of a number in again. */
const again = async (phone: string) => {
  await context.call('sendSilentLoginCaptcha', { body: { phone_number: phone, pid: PID } });
  const body = { phone_number: phone, captcha: context.code(phone), pid: PID };
  return context.call('loginSilently', { body });
};
describe('the year of birth', () => {
  test('is asked of everybody who did not say it, and said once', async () => {
    const { access: token, phone } = await context.visitor();
    expect(await context.call('getAge', { token })).toMatchObject({
      asks: true,
      child: false,
      guardian: null,
    });
    const state = await context.call('setAge', { token, body: { birth_year: 1999 } });
    expect(state).toEqual({ asks: false, birth_year: 1999, child: false, guardian: null });
    expect(await outcomes([context.call('setAge', { token, body: { birth_year: 1999 } })])).toEqual(['ok']);
    const later = await refusalOf(context.call('setAge', { token, body: { birth_year: 2015 } }));
    expect(later.refusal).toBe('AgeAlreadySet');
    await context.call('getDevices', { token });
    context.server.now.move(60_000);
    expect((await again(phone)).auth).not.toHaveProperty('requires');
  });

  test('needs a fresh proof: a stolen token locks nobody out', async () => {
    const { access: token, id } = await context.visitor();
    await db().updateTable('sessions').set({ proved_at: null }).where('account_id', '=', id).execute();
    const { refusal } = await refusalOf(context.call('setAge', { token, body: { birth_year: 2018 } }));
    expect(refusal).toBe('ProofRequired');
    const pupil = await steps.pupil();
    await db().updateTable('sessions').set({ proved_at: null }).where('account_id', '=', pupil.id).execute();
    const body = { phone_number: newPhone() };
    expect(
      await outcomes([
        context.call('withdrawSignUp', { token: pupil.access }),
        context.call('askGuardian', { token: pupil.access, body }),
      ]),
    ).toEqual(['ProofRequired', 'ProofRequired']);
    // The proof itself is open to who waits.
    await context.call('getProofWays', { token: pupil.access });
  });

  test('who waits for a guardian can sign out', async () => {
    const { access: token, refresh: refresh_token } = await steps.pupil();
    await context.call('logout', { token, body: { refresh_token } });
    expect((await refusalOf(context.call('getPrivacy', { token }))).refusal).toBe('TokenInvalid');
  });

  test('in the future is refused', async () => {
    const { access: token } = await context.visitor();
    const birth_year = new Date(context.server.now()).getUTCFullYear() + 1;
    expect((await refusalOf(context.call('setAge', { token, body: { birth_year } }))).refusal).toBe(
      'FutureDate',
    );
  });

  test('of somebody who may not be 14 yet makes a pupil of them until the year is over', async () => {
    const { access: token } = await context.visitor();
    const birth_year = new Date(context.server.now()).getUTCFullYear() - 14;
    const { child } = await context.call('setAge', { token, body: { birth_year } });
    expect(child).toBe(true);
    const grown = await context.visitor();
    const older = await context.call('setAge', {
      token: grown.access,
      body: { birth_year: birth_year - 1 },
    });
    expect(older.child).toBe(false);
  });

  test('of twenty answers at once one counts', async () => {
    const { access: token } = await context.visitor();
    const years = Array.from({ length: 20 }, (_, n) => 1990 + n);
    const ends = await outcomes(
      years.map(birth_year => context.call('setAge', { token, body: { birth_year } })),
    );
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
    expect(ends.filter(end => end === 'AgeAlreadySet')).toHaveLength(19);
  });
});

describe('a pupil who waits', () => {
  test('is told by the sign-in, and can do nothing but wait, see the profile and sign out', async () => {
    const { access: token, phone, refresh } = await steps.pupil();
    context.server.now.move(60_000);
    const { auth } = await again(phone);
    expect(auth.requires).toBe('guardian');
    expect(decodeJwt(auth.token.access.token).aud).toBe('rollcall');
    const refreshed = await context.call('refreshTokens', { body: { refresh_token: refresh } });
    expect(decodeJwt(refreshed.access.token).aud).toBe('rollcall');
    const closed = await outcomes([
      context.call('getDevices', { token }),
      context.call('updateProfile', { token, body: { description: 'x' } }),
      context.call('getUsageConsents', { token, query: {} as never }),
      context.call('exportUsageData', { token, body: {} as never }),
    ]);
    expect(closed).toEqual(Array.from({ length: 4 }, () => 'GuardianRequired'));
    await context.call('getProfile', { token });
    await context.call('getPrivacy', { token });
    await context.call('deleteTokens', { token });
  });

  test('is deleted with all that is kept after 15 days without an answer', async () => {
    const { id } = await steps.pupil();
    context.server.now.move(15 * DAY - 1);
    await deleteUnanswered(db(), context.server.now());
    await deleteDue(db(), { remove: async () => {} }, context.server.now());
    const account = () => db().selectFrom('accounts').select('id').where('id', '=', id).execute();
    expect(await account()).toHaveLength(1);
    context.server.now.move(1);
    await deleteUnanswered(db(), context.server.now());
    await deleteDue(db(), { remove: async () => {} }, context.server.now());
    expect(await account()).toEqual([]);
  });

  test('whose account is older than a day has 15 days to come back', async () => {
    const { id, phone } = await steps.pupil();
    context.server.now.move(DAY);
    const { auth } = await again(phone);
    await context.call('withdrawSignUp', { token: auth.token.access.token });
    const { deletion_due_at } = await db()
      .selectFrom('accounts')
      .select('deletion_due_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(deletion_due_at?.getTime()).toBe(context.server.now() + 15 * DAY);
  });

  test('does not put off an earlier request of deletion by withdrawing', async () => {
    const { id, access, phone } = await context.visitor();
    await context.call('requestDeletion', { token: access, body: {} });
    const earlier = context.server.now() + 15 * DAY;
    context.server.now.move(2 * DAY);
    const token = (await again(phone)).auth.token.access.token;
    await context.call('setAge', { token, body: { birth_year: steps.birthYear() } });
    await context.call('withdrawSignUp', { token });
    const { deletion_due_at } = await db()
      .selectFrom('accounts')
      .select('deletion_due_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(deletion_due_at?.getTime()).toBe(earlier);
  });

  test('can withdraw, which deletes the account at once', async () => {
    const { id, access: token } = await steps.pupil();
    await context.call('withdrawSignUp', { token });
    expect(await outcomes([context.call('getAge', { token })])).toEqual(['TokenInvalid']);
    await deleteDue(db(), { remove: async () => {} }, context.server.now());
    expect(await db().selectFrom('accounts').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  test('asks a guardian three times a day, and not the own number', async () => {
    const person = await steps.pupil();
    const own = context.call('askGuardian', { token: person.access, body: { phone_number: person.phone } });
    expect((await refusalOf(own)).refusal).toBe('IllegalOperation');
    for (let time = 0; time < 3; time += 1) await steps.ask(person, newPhone());
    const state = await context.call('getAge', { token: person.access });
    expect(state.guardian?.next_at).toBe(context.server.now() + DAY);
    const body = { phone_number: newPhone() };
    const more = context.call('askGuardian', { token: person.access, body });
    expect((await refusalOf(more)).refusal).toBe('TooManyAttempts');
  });
});

test.each(['a pupil under 14', 'a guardian of five', 'a person who refused'])(
  'a pupil who names the number of %s is answered as any other',
  async whose => {
    let number = newPhone();
    if (whose === 'a pupil under 14') number = (await steps.pupil()).phone;
    if (whose === 'a guardian of five') for (let n = 0; n < 5; n += 1) await steps.consented(number);
    if (whose === 'a person who refused') await decide(await steps.opened(number), 'refuse');
    const answers = [];
    for (const { access: token } of [await steps.requested(), await steps.requested(number)]) {
      const { guardian } = await context.call('getAge', { token });
      answers.push({
        ...guardian,
        code: guardian?.code?.length,
        phone_number: guardian?.phone_number?.length,
      });
    }
    expect(answers[0]).toEqual(answers[1]);
  },
);

test('a number that was named a moment ago keeps its link', async () => {
  const one = await steps.requested();
  expect((await steps.ask(one, one.guardian)).token).toBe(one.token);
  expect((await steps.ask(one, newPhone())).token).not.toBe(one.token);
});

describe('the link', () => {
  test('shows nothing before the digits that the pupil sees; five wrong ones void it', async () => {
    const { token, captcha } = await steps.requested();
    const wrong = { token, captcha: wrongCode(captcha) };
    const ends = await outcomes(
      Array.from({ length: 20 }, () => context.call('openGuardianLink', { body: wrong })),
    );
    expect(ends.filter(end => end === 'CaptchaMismatch')).toHaveLength(5);
    expect(ends.filter(end => end === 'LinkInvalid')).toHaveLength(15);
    expect(await outcomes([context.call('openGuardianLink', { body: { token, captcha } })])).toEqual([
      'LinkInvalid',
    ]);
  });

  test('is void once another one was asked for, and once it was answered', async () => {
    const one = await steps.opened();
    const { token, captcha } = one;
    await decide(one, 'consent');
    const other = await steps.requested();
    await steps.ask(other, newPhone());
    expect(
      await outcomes([
        context.call('openGuardianLink', { body: { token, captcha } }),
        context.call('openGuardianLink', { body: { token: other.token, captcha: other.captcha } }),
      ]),
    ).toEqual(['LinkInvalid', 'LinkInvalid']);
  });
});

describe('the guardian', () => {
  test('consents to the agreements in force, which is recorded; then the account works', async () => {
    const one = await steps.opened();
    const { access: token, id, ids, refresh } = one;
    expect(await outcomes([decide({ ...one, ids: ids.slice(1) }, 'consent')])).toEqual(['Conflict']);
    expect(await outcomes([decide({ ...one, ids: [] as number[] }, 'consent')])).toEqual([
      'EmptyAgreementIds',
    ]);
    expect(await decisionsOf(id)).toEqual([]);
    const { children } = await decide(one, 'consent');
    expect(children).toMatchObject([{ account_id: id, consented_at: context.server.now() }]);
    await context.call('getDevices', { token });
    const refreshed = await context.call('refreshTokens', { body: { refresh_token: refresh } });
    expect(decodeJwt(refreshed.access.token).aud).toBe(PID);
    const [decision] = await decisionsOf(id);
    expect(decision).toMatchObject({ decision: 'consent', phone: one.guardian, address: '127.0.0.1' });
    expect(decision?.agreements.map(agreement => agreement.id)).toEqual(ids);
    expect((await context.call('getAge', { token })).guardian).toMatchObject({
      consented: true,
      due_at: null,
    });
  });

  test('who withdrew is named to the pupil, who asks the same guardian again without the number', async () => {
    const one = await steps.consented();
    const { access: token } = one;
    const before = await context.call('getAge', { token });
    expect(before.guardian).toMatchObject({ consented: true, withdrawn: false });
    await decide(one, 'withdraw');
    const { guardian } = await context.call('getAge', { token });
    const masked = `${one.guardian.slice(0, 3)}****${one.guardian.slice(-4)}`;
    const due_at = context.server.now() + 15 * DAY;
    expect(guardian).toMatchObject({ consented: false, withdrawn: true, phone_number: masked, due_at });
    const other = context.call('askGuardian', { token, body: { phone_number: newPhone() } });
    expect((await refusalOf(other)).refusal).toBe('IllegalOperation');
    const asked = await context.call('askGuardian', { token, body: {} });
    expect(asked.guardian).toMatchObject({ withdrawn: false, phone_number: masked, due_at });
    expect(asked.guardian?.code).toMatch(/^\d{6}$/);
    const named = await db()
      .selectFrom('guardianships')
      .select('phone')
      .where('account_id', '=', one.id)
      .executeTakeFirstOrThrow();
    expect(named.phone).toBe(one.guardian);
  });

  test('who deletes the account after a withdrawal is not asked again: the pupil reads when it goes', async () => {
    const one = await steps.consented();
    await decide(one, 'withdraw');
    await decide(one, 'erase');
    const { guardian } = await context.call('getAge', { token: one.access });
    expect(guardian).toMatchObject({ withdrawn: true, erase_at: context.server.now() + 15 * DAY });
    const again = context.call('askGuardian', { token: one.access, body: {} });
    expect((await refusalOf(again)).refusal).toBe('IllegalOperation');
  });

  test('is named by a pupil who asks for the first time', async () => {
    const { access: token } = await steps.pupil();
    const unnamed = context.call('askGuardian', { token, body: {} });
    expect((await refusalOf(unnamed)).refusal).toBe('InvalidPhoneNumber');
  });

  test('is told of a consent, with the way back, once for each', async () => {
    const one = await steps.opened();
    const told = async () => (await noticesOf(one.id)).filter(({ kind }) => kind === 'guardian-consented');
    await decide(one, 'consent');
    await decide(one, 'consent');
    const value = `${one.phone.slice(0, 3)}****${one.phone.slice(-4)}`;
    expect(await told()).toMatchObject([{ to: one.guardian, details: { value } }]);
    await decide(one, 'withdraw');
    await decide(one, 'consent');
    expect(await told()).toHaveLength(2);
  });

  test('of twenty consents at once one is recorded', async () => {
    const one = await steps.opened();
    const ends = await outcomes(Array.from({ length: 20 }, () => decide(one, 'consent')));
    expect(new Set(ends)).toEqual(new Set(['ok']));
    expect(await decisionsOf(one.id)).toHaveLength(1);
  });

  test('of six pupils at once gets five', async () => {
    const guardian = newPhone();
    const six = [];
    for (let n = 0; n < 6; n += 1) six.push(await steps.opened(guardian));
    const ends = await outcomes(six.map(one => decide(one, 'consent')));
    expect(ends.filter(end => end === 'ok')).toHaveLength(5);
    expect(ends.filter(end => end === 'IllegalOperation')).toHaveLength(1);
  });

  test('whose consent comes from where the pupil signed in is on record as such', async () => {
    const one = await steps.opened();
    await decide(one, 'consent');
    // The test's pupil and guardian have one address and one kind of browser.
    expect((await decisionsOf(one.id))[0]?.own_device).toBe(true);
    const other = await steps.opened();
    const { ticket, id, ids } = other;
    const decision = 'consent' as const;
    const body = { ticket, account_id: id, decision, agreement_ids: [...ids] };
    await context.call('decideForChild', { body, headers: { 'user-agent': 'a phone of another kind' } });
    expect((await decisionsOf(id))[0]?.own_device).toBe(false);
  });

  test('refuses: the pupil can name another number', async () => {
    const one = await steps.opened();
    await decide(one, 'refuse');
    const { guardian } = await context.call('getAge', { token: one.access });
    expect(guardian).toMatchObject({ consented: false, phone_number: null, code: null });
    expect(await outcomes([decide(one, 'consent')])).toEqual(['WrongTicket']);
  });

  test('opens all pupils by a code to the number, and none with a number without any', async () => {
    const guardian = newPhone();
    const first = await steps.consented(guardian);
    context.server.now.move(1);
    const second = await steps.consented(guardian);
    const open = async (phone_number: string) => {
      await context.call('sendGuardianCaptcha', { body: { phone_number } });
      return context.call('openGuardian', { body: { phone_number, captcha: context.code(phone_number) } });
    };
    const { children } = await open(guardian);
    expect(children.map(({ account_id }) => account_id)).toEqual([first.id, second.id]);
    expect((await open(newPhone())).children).toEqual([]);
  });

  test('sees no pupil by the number alone before the digits were typed once', async () => {
    const one = await steps.requested();
    await context.call('sendGuardianCaptcha', { body: { phone_number: one.guardian } });
    const body = { phone_number: one.guardian, captcha: context.code(one.guardian) };
    const { ticket, children } = await context.call('openGuardian', { body });
    expect(children).toEqual([]);
    const account_id = one.id;
    expect(
      await outcomes([
        context.call('exportChildData', { body: { ticket, account_id } }),
        context.call('decideForChild', { body: { ticket, account_id, decision: 'erase' } }),
      ]),
    ).toEqual(['WrongTicket', 'WrongTicket']);
    const opened = await steps.opened();
    expect(
      await outcomes([
        context.call('exportChildData', { body: { ticket: opened.ticket, account_id: opened.id } }),
        decide(opened, 'erase'),
      ]),
    ).toEqual(['IllegalOperation', 'IllegalOperation']);
  });

  test('after a consent no other number comes in its place', async () => {
    const one = await steps.consented();
    await decide(one, 'withdraw');
    expect((await refusalOf(steps.ask(one, newPhone()))).refusal).toBe('IllegalOperation');
    const again = await steps.ask(one, one.guardian);
    const { ticket } = await context.call('openGuardianLink', { body: again });
    await decide({ ...one, ticket }, 'consent');
    await context.call('getDevices', { token: one.access });
  });

  test('withdraws: the pupil waits again, and is deleted after 15 days', async () => {
    const one = await steps.consented();
    await decide(one, 'withdraw');
    expect(await outcomes([context.call('getDevices', { token: one.access })])).toEqual(['GuardianRequired']);
    const { guardian } = await context.call('getAge', { token: one.access });
    expect(guardian).toMatchObject({ consented: false, due_at: context.server.now() + 15 * DAY });
  });

  test('erases in 15 days, which the pupil is told and cannot cancel; the guardian can', async () => {
    const one = await steps.consented();
    const { children } = await decide(one, 'erase');
    const due = context.server.now() + 15 * DAY;
    expect(children[0]?.deletion_due_at).toBe(due);
    const cancel = context.call('cancelDeletion', { token: one.access });
    expect((await refusalOf(cancel)).refusal).toBe('IllegalOperation');
    const notices = await db()
      .selectFrom('security_notices')
      .select('kind')
      .where('account_id', '=', one.id)
      .execute();
    expect(notices.map(({ kind }) => kind)).toContain('guardian-erases');
    const kept = await decide(one, 'keep');
    expect(kept.children[0]?.deletion_due_at).toBeNull();
  });

  test('corrects the name, and the birthday tells when the pupil is 14 to the day', async () => {
    const one = await steps.consented();
    const { ticket, id } = one;
    const birthday = Date.UTC(steps.birthYear(), 4, 6) / 1000;
    const { children } = await context.call('correctChild', {
      body: { ticket, account_id: id, fullname: '王小明', birthday },
    });
    const child_until = Date.UTC(steps.birthYear() + 14, 4, 6) - 8 * 3600 * 1000;
    expect(children).toMatchObject([{ fullname: '王小明', birthday, child_until }]);
    const parents = { ticket, account_id: id, birthday: Date.UTC(1985, 4, 6) / 1000 };
    const wrong = await refusalOf(context.call('correctChild', { body: parents }));
    expect(wrong.refusal).toBe('InvalidBirthday');
    const future = { ticket, account_id: id, birthday: Date.UTC(2100, 0, 1) / 1000 };
    expect((await refusalOf(context.call('correctChild', { body: future }))).refusal).toBe('FutureDate');
  });

  test('exports all that is kept, the decisions included', async () => {
    const { ticket, id, guardian } = await steps.consented();
    const body = { ticket, account_id: id, language: 'zh-CN' } as const;
    const data = await context.call('exportChildData', { body });
    expect(data.profile.id).toBe(id);
    expect(data.guardian).toMatchObject({ phone_number: guardian, decisions: [{ decision: 'consent' }] });
  });

  test('acts for no pupil of others, and by a link for one pupil alone', async () => {
    const guardian = newPhone();
    const [first, second] = [await steps.opened(guardian), await steps.opened(guardian)];
    const stranger = await steps.opened();
    const ends = await outcomes([
      decide({ ...first, ticket: stranger.ticket }, 'consent'),
      decide({ ...second, ticket: first.ticket }, 'consent'),
      context.call('exportChildData', { body: { ticket: first.ticket, account_id: second.id } }),
      context.call('correctChild', {
        body: { ticket: stranger.ticket, account_id: first.id, fullname: '王小明' },
      }),
    ]);
    expect(ends).toEqual(['WrongTicket', 'WrongTicket', 'WrongTicket', 'WrongTicket']);
  });
});

test('at the age of 14 the guardianship ends, both are told, and the record stays', async () => {
  const one = await steps.consented();
  const { child_until } = await db()
    .selectFrom('accounts')
    .select('child_until')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  const at = child_until?.getTime() ?? 0;
  await endGuardianships(db(), at - 1);
  expect(
    await db().selectFrom('guardianships').select('phone').where('account_id', '=', one.id).execute(),
  ).toHaveLength(1);
  await endGuardianships(db(), at);
  expect(
    await db().selectFrom('guardianships').select('phone').where('account_id', '=', one.id).execute(),
  ).toEqual([]);
  const notices = (await noticesOf(one.id)).filter(({ kind }) => kind === 'guardian-ended');
  expect(notices.map(({ to }) => to ?? 'the pupil').sort()).toEqual([one.guardian, 'the pupil'].sort());
  expect(await decisionsOf(one.id)).toHaveLength(1);
});
