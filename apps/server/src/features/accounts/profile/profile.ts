/** The profile, what is bound, and the grade list. */
import type { CallName } from '@rollcall/contract';
import type { Updateable } from 'kysely';
import type { AccountsTable } from '../../../platform/database/schema.ts';
import type { Handlers, Input } from '../../../http/handler.ts';
import { maskEmail, maskPhone } from '../../../platform/mask.ts';
import { beginChange } from '../notices/take-back.ts';
import { isWrapped } from '../../../identity/password-schemes.ts';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { gradeList, isGrade } from '../../../identity/grades.ts';
import { boundOf } from '../../../identity/identities.ts';
import { nicknameKey } from '../../../identity/nicknames.ts';
import { profileColumns } from '../sessions/profile-columns.ts';
import type { ProfilePictures } from './profile-picture.ts';
import { ageColumns, isChild, requirementOf, type MinorsSettings } from '../../../identity/minors/age.ts';
import { plannedNumber } from '../staff/own-number-change.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Names } from './names/check-name.ts';

type Changes = Input<typeof import('@rollcall/contract').calls['updateProfile']>['body'];

/**
 * What a profile's changes write: the fields that were sent and no others; an empty text clears, as null does.
 * `avatar_url` is apart: what it may be depends on the account (`profile-picture.ts`).
 * @throws the refusals FutureDate and InvalidRequest (field grade).
 */
const written = (changes: Changes, at: number): Updateable<AccountsTable> => {
  const { nickname, fullname, birthday, sex, qq, description, grade } = changes;
  if (typeof birthday === 'number' && birthday * 1000 > at) throw refuse('FutureDate');
  if (typeof grade === 'number' && !isGrade(grade))
    throw refuse('InvalidRequest', { data: { field: 'grade' } });
  const update: Updateable<AccountsTable> = {};
  if (nickname !== undefined) {
    update.nickname = nickname;
    update.nickname_key = nicknameKey(nickname);
  }
  if (fullname !== undefined) update.fullname = fullname || null;
  if (birthday !== undefined) update.birthday = birthday;
  if (sex !== undefined) update.sex = sex;
  if (qq !== undefined) update.qq = qq || null;
  if (description !== undefined) update.description = description || null;
  if (grade !== undefined) update.grade = grade;
  return update;
};

export const profileHandlers = ({
  app: { db, now },
  minors,
  names,
  profilePictures,
}: {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly minors: MinorsSettings;
  readonly names: Names;
  readonly profilePictures: ProfilePictures;
}) => {
  const identifiersOf = async (accountId: string) => {
    const rows = await db
      .selectFrom('identifiers')
      .select(['kind', 'value'])
      .where('account_id', '=', accountId)
      .execute();
    return new Map(rows.map(row => [row.kind, row.value]));
  };

  return {
    getProfile: async ({ caller }) => caller.profile,

    updateProfile: async ({ body, caller, language, log }) => {
      const update = written(body, now());
      const { avatar_url: url, nickname } = body;
      if (url === undefined && Object.keys(update).length === 0) return caller.profile;
      // A nickname that was given stays, whatever list came later.
      if (nickname !== undefined && nickname !== caller.profile.nickname) {
        names.check('nickname', nickname);
        await names.review({ kind: 'nickname', name: nickname, accountId: caller.accountId, language }, log);
      }
      try {
        if (url !== undefined) return await profilePictures.show(caller.accountId, url || null, update);
        return await db
          .updateTable('accounts')
          .set(update)
          .where('id', '=', caller.accountId)
          .returning(profileColumns)
          .executeTakeFirstOrThrow();
      } catch (error) {
        throw uniqueViolation(error) === 'accounts_nickname_key' ? refuse('NicknameExists') : error;
      }
    },

    getPrivacy: async ({ caller }) => {
      const account = await db
        .selectFrom('accounts')
        .select(['password_hash', 'password_too_common', 'deletion_due_at', ...ageColumns])
        .where('id', '=', caller.accountId)
        .executeTakeFirstOrThrow();
      const identifiers = await identifiersOf(caller.accountId);
      const phone = identifiers.get('phone');
      const email = identifiers.get('email');
      const requires = requirementOf(minors, account, now());
      const numberChange = phone === undefined ? await plannedNumber(db, caller.accountId, now()) : undefined;
      const guardianship = isChild(account, now())
        ? await db
            .selectFrom('guardianships')
            .select(['usage_kinds', 'erase_at'])
            .where('account_id', '=', caller.accountId)
            .executeTakeFirst()
        : undefined;
      return {
        id: caller.accountId,
        phone_number: phone === undefined ? null : maskPhone(phone),
        email: email === undefined ? null : maskEmail(email),
        username: identifiers.get('username') ?? null,
        has_password: account.password_hash !== null,
        password_too_common: account.password_too_common,
        ...(isWrapped(account.password_hash) ? { password_renewal: true as const } : {}),
        oauths: await boundOf(db, caller.accountId),
        deletion_due_at: account.deletion_due_at?.getTime() ?? null,
        ...(account.deletion_due_at && guardianship?.erase_at ? { deletion_by_guardian: true as const } : {}),
        ...(guardianship
          ? { guardian_usage: account.guarded_at === null ? [] : guardianship.usage_kinds }
          : {}),
        ...(numberChange ? { number_change: numberChange } : {}),
        ...(requires ? { requires } : {}),
      };
    },

    getOauths: ({ caller }) => boundOf(db, caller.accountId),

    setUsername: async ({ body, caller, identifier, language, log }) => {
      if ((await identifiersOf(caller.accountId)).has('username')) throw refuse('UsernameAlreadySet');
      names.check('username', body.username);
      // Before the school's service is asked.
      await requireFreshProof(db, caller, now());
      await names.review(
        { kind: 'username', name: body.username, accountId: caller.accountId, language },
        log,
      );
      await transaction(db, async trx => {
        await beginChange(trx, { caller, kind: 'username-set', language, at: now() });
        await trx
          .insertInto('identifiers')
          .values({
            ...identifier,
            account_id: caller.accountId,
            created_at: new Date(now()),
          })
          .execute();
      }).catch((error: unknown) => {
        const broken = uniqueViolation(error);
        if (broken === 'identifiers_account') throw refuse('UsernameAlreadySet');
        if (broken === 'identifiers_value') throw refuse('UsernameExists');
        throw error;
      });
      return {};
    },

    getGradeList: async ({ language }) => gradeList(language),
  } satisfies Partial<Handlers<CallName>>;
};
