/** What is kept of an account's age and guardian, for its person or the guardian. */
import type { Kysely } from 'kysely';
import { agreementTitles } from '../../../identity/agreement-titles.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { clientsAskedFor } from '../openid/guardian-consents.ts';

/** @param reader the guardian who reads it; others' numbers are masked, and their addresses left out */
export const readGuardian = async (
  db: Kysely<Database>,
  id: string,
  { language, reader }: { readonly language: 'zh-CN' | 'en'; readonly reader: string | undefined },
) => {
  const masked = (phone: string) => (phone === reader ? phone : maskPhone(phone));
  const account = await db
    .selectFrom('accounts')
    .select(['birth_year', 'birth_year_from', 'child_until', 'guarded_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const guardianship = await db
    .selectFrom('guardianships')
    .select(['phone', 'created_at', 'due_at', 'erase_at', 'usage_kinds', 'agreements_told_at'])
    .where('account_id', '=', id)
    .executeTakeFirst();
  const decisions = await db
    .selectFrom('guardian_decisions')
    .select([
      'phone',
      'decision',
      'agreements',
      'decided_at',
      'address',
      'own_device',
      'usage_kinds',
      'client',
    ])
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  const titleOf = await agreementTitles(
    db,
    decisions.flatMap(({ agreements }) => agreements),
  );
  return {
    birth_year: account.birth_year,
    birth_year_from: account.birth_year_from,
    child_until: account.child_until?.getTime() ?? null,
    consented_at: account.guarded_at?.getTime() ?? null,
    phone_number: guardianship?.phone ? masked(guardianship.phone) : null,
    asked_at: guardianship?.created_at.getTime() ?? null,
    due_at: guardianship?.due_at?.getTime() ?? null,
    erase_at: guardianship?.erase_at?.getTime() ?? null,
    usage: guardianship?.usage_kinds ?? [],
    told_at: guardianship?.agreements_told_at?.getTime() ?? null,
    clients: (await clientsAskedFor(db, id)).map(({ name, asked, asked_at, allowed, decided_at }) => ({
      name,
      asked,
      asked_at,
      allowed,
      decided_at,
    })),
    decisions: decisions.map(({ decided_at: at, usage_kinds: usage, ...row }) => ({
      ...row,
      phone: masked(row.phone),
      usage: usage === null ? null : [...usage],
      client: row.client && { ...row.client, scopes: [...row.client.scopes] },
      address: row.phone === reader ? row.address : null,
      agreements: row.agreements.map(({ id: agreement, code, version }) => ({
        id: agreement,
        code,
        version,
        title: titleOf({ id: agreement, code })[language],
      })),
      at: at.getTime(),
    })),
  };
};
