/** Operators' calls about people under 14, and what a person's page says of age and guardian. */
import type { AnswerOf, GuardianDecision } from '@rollcall/contract';
import type { ConsoleCalls } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { agreementTitles } from '../../identity/agreement-titles.ts';
import { type MinorsSettings, yearAt } from '../../identity/minors/age.ts';
import type { Language } from '../../http/language.ts';
import { type BirthYearSet, setBirthYear } from '../../identity/minors/birth-year.ts';
import { CHILD_OPEN, reasonToLook } from '../../identity/minors/child-access.ts';
import { notifyAccount } from '../../messages/security-notices.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { maskPhone, maskText } from '../../platform/mask.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleContext } from './context.ts';
import type { Masking } from './masking.ts';
import { languageOf, lockAccountExclusively } from '../../identity/person-account.ts';

type Person = AnswerOf<ConsoleCalls['getPerson']>;

/** Whether the guardian withdrew the consent, and was not asked again since. */
const withdrawn = (
  guardianship: { readonly phone: string | null; readonly link_hash: Buffer | null },
  decisions: readonly { readonly decision: GuardianDecision; readonly phone: string }[],
): boolean =>
  guardianship.link_hash === null &&
  decisions.find(({ decision }) => decision === 'consent' || decision === 'withdraw')?.decision ===
    'withdraw';

/** What is known of a person's age, of the guardian and of what the guardian decided. */
export const guardianOf = async (
  db: Kysely<Database>,
  id: string,
  masking: Pick<Masking, 'ip'>,
): Promise<Pick<Person, 'age' | 'guardian'>> => {
  const [account, guardianship, decisions] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['birth_year', 'birth_year_from', 'child_until', 'guarded_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('guardianships')
      .select(['phone', 'due_at', 'erase_at', 'link', 'link_hash', 'usage_kinds'])
      .where('account_id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('guardian_decisions')
      .select(['decided_at', 'decision', 'agreements', 'phone', 'address', 'own_device', 'usage_kinds'])
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .limit(200)
      .execute(),
  ]);
  const titleOf = await agreementTitles(
    db,
    decisions.flatMap(({ agreements }) => agreements),
  );
  type Guardian = NonNullable<Person['guardian']>;
  const stateOf = (): Guardian['state'] => {
    if (!guardianship) return 'ended';
    if (account.guarded_at !== null) return 'consented';
    if (guardianship.phone !== null) return withdrawn(guardianship, decisions) ? 'withdrawn' : 'asked';
    return guardianship.link > 0 ? 'refused' : 'none';
  };
  return {
    age: {
      birth_year: account.birth_year,
      from: account.birth_year_from,
      child_until: account.child_until?.getTime() ?? null,
    },
    guardian:
      guardianship === undefined && decisions.length === 0
        ? null
        : {
            state: stateOf(),
            phone_number: guardianship?.phone ? maskPhone(guardianship.phone) : null,
            due_at: guardianship?.due_at?.getTime() ?? null,
            erase_at: guardianship?.erase_at?.getTime() ?? null,
            usage: guardianship?.usage_kinds ?? [],
            decisions: decisions.map(row => ({
              at: row.decided_at.getTime(),
              decision: row.decision,
              agreements: row.agreements.map(({ id: agreement, code, version }) => ({
                code,
                version,
                title: titleOf({ id: agreement, code }),
              })),
              usage: row.usage_kinds === null ? null : [...row.usage_kinds],
              phone_number: maskPhone(row.phone),
              address: masking.ip(row.address),
              own_device: row.own_device,
            })),
          },
  };
};

/** Notifies the person, and a guardian who is no longer needed. */
const tell = async (
  db: Kysely<Database>,
  { id, year, language, at }: { id: string; year: number; language: Language; at: number },
  { began, guardian }: BirthYearSet,
): Promise<void> => {
  const notice = { accountId: id, language, at };
  const details = { value: String(year) };
  await notifyAccount(db, { ...notice, kind: 'birth-year-corrected', details, onPage: true });
  if (began) await notifyAccount(db, { ...notice, kind: 'guardian-needed' });
  if (guardian) {
    const recipient = { channel: 'sms', to: guardian.phone } as const;
    await notifyAccount(db, { ...notice, kind: 'guardian-ended', language: guardian.language, recipient });
  }
};

export const childHandlers = ({
  db,
  now,
  minors,
}: Pick<ConsoleContext, 'db' | 'now'> & { readonly minors: MinorsSettings }): ConsoleHandlers<
  'openChild' | 'correctBirthYear'
> => ({
  openChild: ({ body: { id, reason }, audit }) =>
    transaction(db, async trx => {
      const at = now();
      const account = await trx
        .selectFrom('accounts')
        .select('child_until')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!account) throw refuse('NotFound');
      if (account.child_until === null || account.child_until.getTime() <= at)
        throw refuse('Conflict', { message: 'This person is not under 14.' });
      await audit(trx, { subject: id, after: { reason: maskText(reason) } });
      return { until: at + CHILD_OPEN };
    }),

  correctBirthYear: ({ body: { id, birth_year: year, reason }, operator, audit }) =>
    transaction(db, async trx => {
      const at = now();
      await lockAccountExclusively(trx, id);
      await reasonToLook(trx, { id, operatorId: operator.id, at });
      if (year > yearAt(at)) throw refuse('FutureDate', { data: { field: 'birth_year' } });
      const before = await trx
        .selectFrom('accounts')
        .select(['birth_year', 'birth_year_from', 'birthday'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (before.birth_year === year)
        throw refuse('Conflict', { message: 'This is the year of birth already.' });
      const language = await languageOf(trx, id);
      const set = await setBirthYear(trx, minors, { accountId: id, year, from: 'staff', language, at });
      await tell(trx, { id, year, language, at }, set);
      const contradicts =
        before.birthday !== null && new Date(before.birthday * 1000).getUTCFullYear() !== year;
      if (contradicts)
        await trx.updateTable('accounts').set({ birthday: null }).where('id', '=', id).execute();
      await audit(trx, {
        subject: id,
        before: { birth_year: before.birth_year, from: before.birth_year_from },
        after: {
          birth_year: year,
          reason: maskText(reason),
          child: set.child,
          ...(contradicts ? { birthday_cleared: true } : {}),
        },
      });
      return { child: set.child };
    }),
});
