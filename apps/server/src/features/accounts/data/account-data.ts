/**
 * All that is kept of an account, for its person (PIPL, article 45). A test holds it to the database's schema: every column
 * of a table that refers to accounts is in the answer, or named there with the reason why it is not.
 */
import { type CallName, signInMethods } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Handlers } from '../../../http/handler.ts';
import { describeDevice } from '../../../platform/describe-device.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';
import type { messageWords } from '../../../messages/words.ts';
import { noticeClause } from '../../../messages/notices.ts';
import { budgetName, spend } from '../../../platform/database/budgets.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { deriveKey, type Secret } from '../../../platform/derive-key.ts';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import { readGuardian } from './guardian-data.ts';
import { profileColumns } from '../sessions/profile-columns.ts';
import type { AppContext } from '../../../http/context.ts';

/** Exports that one account is given in a day: each reads all that there is. */
export const DAILY_EXPORTS = 10;
const DAY = 24 * 3600 * 1000;

type Language = 'zh-CN' | 'en';

const readAccount = async (db: Kysely<Database>, id: string) => {
  const row = await db
    .selectFrom('accounts')
    .select(profileColumns)
    .select([
      'pid',
      'created_at',
      'password_set_at',
      'password_too_common',
      'second_factor',
      'deletion_due_at',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const {
    pid,
    created_at,
    password_set_at,
    password_too_common,
    second_factor,
    deletion_due_at,
    ...profile
  } = row;
  return {
    profile,
    account: {
      pid,
      created_at: created_at.getTime(),
      password_set_at: password_set_at?.getTime() ?? null,
      password_too_common,
      two_step_verification: second_factor,
      deletion_due_at: deletion_due_at?.getTime() ?? null,
    },
  };
};

const readWaysIn = async (db: Kysely<Database>, id: string) => {
  const identifiers = await db
    .selectFrom('identifiers')
    .select(['kind', 'value', 'created_at'])
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('kind')
    .execute();
  const identities = await db
    .selectFrom('identities')
    .select(['provider', 'appid', 'subject', 'unionid', 'created_at'])
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('provider')
    .execute();
  return {
    identifiers: identifiers.map(({ created_at: since, ...row }) => ({ ...row, since: since.getTime() })),
    third_parties: identities.map(({ created_at: since, ...row }) => ({ ...row, since: since.getTime() })),
  };
};

const readFields = async (db: Kysely<Database>, id: string) =>
  db
    .selectFrom('account_fields as f')
    .innerJoin('custom_fields as d', 'd.key', 'f.key')
    .select(['f.key', 'd.name', 'f.value'])
    .where('f.account_id', '=', id)
    .orderBy('d.position')
    .orderBy('f.key')
    .execute();

const readAgreements = async (db: Kysely<Database>, id: string, language: Language) => {
  const rows = await db
    .selectFrom('signatures as s')
    .innerJoin('agreements as a', 'a.id', 's.agreement_id')
    .select(['a.code', 's.version', 'a.title', 's.signed_at', 's.address'])
    .where('s.account_id', '=', id)
    .orderBy('s.signed_at', 'desc')
    .orderBy('a.id')
    .execute();
  return rows.map(row => ({ ...row, title: row.title[language], signed_at: row.signed_at.getTime() }));
};

const readSignIns = async (db: Kysely<Database>, id: string) => {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(row => ({
    pid: row.pid,
    ...describeDevice(row.user_agent),
    user_agent: row.user_agent,
    address: row.address,
    method: signInMethods.find(method => method === row.signed_in_with) ?? null,
    platform: row.platform,
    product: row.product,
    sdk: row.sdk,
    shared: row.shared,
    at: row.created_at.getTime(),
    last_used_at: row.rotated_at.getTime(),
    expires_at: row.expires_at.getTime(),
    ended_at: row.ended_at?.getTime() ?? null,
    ended_by: row.ended_by,
    proved_at: row.proved_at?.getTime() ?? null,
    second_factor: row.second_factor,
    wrong_passwords: row.wrong_passwords,
  }));
};

const readClients = async (db: Kysely<Database>, id: string) => {
  const rows = await db
    .selectFrom('openid_consents as consent')
    .innerJoin('openid_clients as client', 'client.id', 'consent.client_id')
    .select(['client.name', 'consent.scopes', 'consent.given_at'])
    .where('consent.account_id', '=', id)
    .orderBy('consent.given_at', 'desc')
    .orderBy('client.id')
    .execute();
  return rows.map(({ given_at: at, ...row }) => ({ ...row, allowed_at: at.getTime() }));
};

const readKnownDevices = async (db: Kysely<Database>, id: string) => {
  const rows = await db
    .selectFrom('known_devices')
    .select('last_used_at')
    .where('account_id', '=', id)
    .orderBy('last_used_at', 'desc')
    .execute();
  return rows.map(row => ({ last_used_at: row.last_used_at.getTime() }));
};

const readSecondFactors = async (db: Kysely<Database>, id: string) => {
  const totp = await db
    .selectFrom('totp_secrets')
    .select('created_at')
    .where('account_id', '=', id)
    .execute();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'last_used_at'])
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const codes = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  const failures = await db
    .selectFrom('second_factor_failures')
    .select(['method', 'failures', 'last_failed_at'])
    .where('account_id', '=', id)
    .orderBy('method')
    .execute();
  return {
    totp: totp.map(row => ({ since: row.created_at.getTime() })),
    passkeys: passkeys.map(row => ({
      name: row.name,
      since: row.created_at.getTime(),
      last_used_at: row.last_used_at?.getTime() ?? null,
    })),
    recovery_codes: codes.count,
    failures: failures.map(row => ({
      method: row.method,
      count: row.failures,
      last_at: row.last_failed_at.getTime(),
    })),
  };
};

const readNotices = async (
  db: Kysely<Database>,
  id: string,
  { language, words }: { readonly language: Language; readonly words: typeof messageWords },
) => {
  const rows = await db
    .selectFrom('security_notices')
    .select(['kind', 'details', 'created_at', 'channel'])
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, details, created_at: at, channel }) => ({
    kind,
    text: noticeClause({ kind: kind as NoticeKind, details, language }, words),
    at: at.getTime(),
    channel,
  }));
};

const readChanges = async (db: Kysely<Database>, id: string) => {
  const rows = await db
    .selectFrom('take_backs')
    .select(['created_at', 'expires_at'])
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(row => ({ at: row.created_at.getTime(), until: row.expires_at.getTime() }));
};

/** Counts an export of an account. @throws the refusal TooManyAttempts */
export const spendExport = (db: Kysely<Database>, secret: Secret, id: string, at: number) => {
  const name = budgetName(deriveKey(secret, 'window counts'), 'account export', id);
  return spend(db, [{ name, limit: DAILY_EXPORTS, windowMs: DAY }], at, 'TooManyAttempts');
};

/** All that is kept of an account. Not in a transaction: nothing waits for the account's row while all of it is read. */
export const readAccountData = async (
  db: Kysely<Database>,
  id: string,
  {
    language,
    at,
    words,
    reader,
  }: {
    readonly language: Language;
    readonly at: number;
    readonly words: typeof messageWords;
    readonly reader?: string;
  },
) => ({
  at,
  ...(await readAccount(db, id)),
  custom_fields: await readFields(db, id),
  ...(await readWaysIn(db, id)),
  guardian: await readGuardian(db, id, { language, reader }),
  agreements: await readAgreements(db, id, language),
  sign_ins: await readSignIns(db, id),
  known_devices: await readKnownDevices(db, id),
  clients: await readClients(db, id),
  second_factors: await readSecondFactors(db, id),
  notices: await readNotices(db, id, { language, words }),
  changes: await readChanges(db, id),
});

export const accountDataHandlers = ({
  app,
  secret,
  words,
}: {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly secret: Secret;
  readonly words: typeof messageWords;
}) =>
  ({
    exportAccountData: async ({ caller, query: { language } }) => {
      const { accountId: id } = caller;
      const at = app.now();
      await transaction(app.db, async trx => {
        await requireFreshProof(trx, caller, at);
        await spendExport(trx, secret, id, at);
      });
      return readAccountData(app.db, id, { language, at, words });
    },
  }) satisfies Partial<Handlers<CallName>>;
