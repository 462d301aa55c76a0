/** Over HTTP: all that is kept of an account, against the database's schema; the proof that it needs, and its limit. */
import { randomUUID } from 'node:crypto';
import type { AnswerOf, exportAccountData } from '@rollcall/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAILY_EXPORTS } from './account-data.ts';
import { PROOF_LIFE } from '../../../identity/fresh-proof.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../testing/http.ts';
import { addClient } from '../openid/testing/browser.ts';
import { minorsSteps } from '../testing/minors.ts';
import { pageHeaders, secondFactorSteps } from '../testing/second-factors.ts';
import { newEmail, newUsername, stepsOf } from '../testing/valid-requests.ts';
import { PASSWORD, PID, refusalOf } from '../testing.ts';

type Data = AnswerOf<typeof exportAccountData>;

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const exported = ({ access: token }: Pick<Person, 'access'>, language: 'zh-CN' | 'en' = 'en') =>
  context.call('exportAccountData', { token, query: { language } });

/** How the answer gives a table's rows, and why it does not give a column. A table that is in no answer has the reason alone. */
interface Given {
  readonly rows: (data: Data) => readonly object[];
  readonly columns: readonly string[];
  readonly not: Readonly<Record<string, string>>;
}
const OWN_ID = 'the account’s own id, in the profile';
const DIGEST = 'a digest or a secret';
const tables: Readonly<Record<string, Given | string>> = {
  accounts: {
    rows: data => [data.profile, data.account, data.guardian],
    columns: [
      'id',
      'nickname',
      'avatar_url',
      'fullname',
      'birthday',
      'sex',
      'qq',
      'description',
      'grade',
      'pid',
      'created_at',
      'password_set_at',
      'password_too_common',
      'second_factor',
      'deletion_due_at',
      'birth_year',
      'birth_year_from',
      'child_until',
      'guarded_at',
    ],
    not: {
      password_hash: DIGEST,
      nickname_key: 'the nickname, for comparison',
      picture: 'the end of the picture’s URL',
      blocked_at: 'a blocked account is refused',
      sample: 'nobody signs in to a made-up account',
      sessions_ended_at: 'when the server ended its sessions last; `sessions` has each end',
    },
  },
  identifiers: {
    rows: data => data.identifiers,
    columns: ['kind', 'value', 'created_at'],
    not: { account_id: OWN_ID },
  },
  identities: {
    rows: data => data.third_parties,
    columns: ['provider', 'appid', 'subject', 'unionid', 'created_at'],
    not: { account_id: OWN_ID },
  },
  signatures: {
    rows: data => data.agreements,
    columns: ['agreement_id', 'version', 'signed_at', 'address'],
    not: { account_id: OWN_ID },
  },
  sessions: {
    rows: data => data.sign_ins,
    columns: [
      'pid',
      'user_agent',
      'address',
      'created_at',
      'rotated_at',
      'expires_at',
      'ended_at',
      'ended_by',
      'proved_at',
      'second_factor',
      'wrong_passwords',
      'signed_in_with',
      'platform',
      'product',
      'sdk',
      'shared',
    ],
    not: {
      id: 'in its tokens; tells nothing of the person',
      account_id: OWN_ID,
      secret: DIGEST,
      generation: 'a counter of its tokens',
    },
  },
  known_devices: {
    rows: data => data.known_devices,
    columns: ['last_used_at'],
    not: { account_id: OWN_ID, device: DIGEST },
  },
  account_fields: {
    rows: data => data.custom_fields,
    columns: ['key', 'value'],
    not: { account_id: OWN_ID },
  },
  openid_consents: {
    rows: data => data.clients,
    columns: ['client_id', 'scopes', 'given_at'],
    not: { account_id: OWN_ID },
  },
  totp_secrets: {
    rows: data => data.second_factors.totp,
    columns: ['created_at'],
    not: {
      id: 'random',
      account_id: OWN_ID,
      operator_id: 'of operators',
      sealed_secret: DIGEST,
      last_step: 'the step of the last code, against its second use',
    },
  },
  passkeys: {
    rows: data => data.second_factors.passkeys,
    columns: ['name', 'created_at', 'last_used_at'],
    not: {
      id: 'chosen by the authenticator; tells nothing of the person',
      account_id: OWN_ID,
      operator_id: 'of operators',
      public_key: 'a key',
      counter: 'a counter of the authenticator, against copies',
      transports: 'how browsers reach the authenticator',
    },
  },
  recovery_codes: {
    rows: data => Array.from({ length: data.second_factors.recovery_codes }, () => ({})),
    columns: [],
    not: { account_id: OWN_ID, operator_id: 'of operators', mac: DIGEST },
  },
  second_factor_failures: {
    rows: data => data.second_factors.failures,
    columns: ['method', 'failures', 'last_failed_at'],
    not: { id: 'random', account_id: OWN_ID, operator_id: 'of operators' },
  },
  security_notices: {
    rows: data => data.notices,
    columns: ['kind', 'details', 'created_at', 'channel'],
    not: {
      id: 'random',
      account_id: OWN_ID,
      language: 'the answer has the language that is asked for',
      recipient: 'an own identifier, until the message is sent',
      take_back: 'a link that changes the account',
      due_at: 'when the server tries again',
      attempts: 'how often the server tried',
      dismissed_at: 'not written any more: `notice_dismissals` took its place',
      link_hash: DIGEST,
      link_used_at: 'whether a link of that message was used',
    },
  },
  take_backs: {
    rows: data => data.changes,
    columns: ['created_at', 'expires_at'],
    not: {
      id: 'random',
      account_id: OWN_ID,
      token_hash: DIGEST,
      before: 'former identifiers beside secrets and hashes; kept for 72 hours, to restore them',
    },
  },
  guardianships: {
    rows: data => (data.guardian.asked_at === null ? [] : [data.guardian]),
    columns: ['phone', 'created_at', 'due_at', 'erase_at', 'usage_kinds', 'agreements_told_at'],
    not: {
      account_id: OWN_ID,
      link: 'counts the links',
      link_hash: DIGEST,
      link_at: 'when the last link was asked for',
      wrong_codes: 'wrong digits that the last link was opened with',
      language: 'the language of the message',
      send_at: 'when the server sends the message',
      send_attempts: 'how often the server tried',
      counted_link: 'the link whose message is counted',
      agreements_checked_at: 'up to which publication the server looked for new agreements',
    },
  },
  openid_guardian_consents: {
    rows: data => data.guardian.clients,
    columns: ['client_id', 'asked', 'asked_at', 'allowed', 'decided_at'],
    not: { account_id: OWN_ID },
  },
  guardian_decisions: {
    rows: data => data.guardian.decisions,
    columns: [
      'phone',
      'decision',
      'agreements',
      'decided_at',
      'address',
      'own_device',
      'usage_kinds',
      'client',
    ],
    not: { id: 'counts the decisions', account_id: OWN_ID },
  },
  account_changes: 'when what lists of people show changed last, for other software of the school',
  webhook_deliveries: 'which other software was told of which event; no more than ids and names of fields',
  webhook_tries: 'when that software answered',
  past_identifiers: 'keyed digests of what the account signed in with before, and until when',
  number_changes: 'changes by the school; each step of one has its message, which `notices` has',
  import_rows:
    'which row of a file made the account or changed its name, and the name before, for 31 days; names an operator’s act',
  email_links: 'an address that waits ten minutes to be bound',
  account_blocks: 'only of a blocked account, which is refused; names an operator',
  usage_cohort_accounts:
    'which cohorts of an analyst the account is in, by what its pages reported; no more than ids',
  usage_jobs: '`getUsageJobs` lists them, and the export page adds them',
  usage_export_parts: 'the files of those exports',
  notice_dismissals: 'which session hid which message; no more than ids',
  openid_artefacts: 'digests of the tokens that clients have, which end with the session',
  openid_logins: 'which client is told of the end of which session; no more than ids',
  converted_sessions: 'a digest of an older site’s cookie',
};

/** The tables with a column `account_id` or a reference to `accounts`, and those that refer to one of these. */
const tablesOfAccounts = async (): Promise<Map<string, string[]>> => {
  const { db } = context.server.app;
  const { rows } = await sql<{ table: string; columns: string[] }>`
    with recursive refs as (
      select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f'
    ), found (name) as (
      select 'accounts' union
      select table_name::text from information_schema.columns
      where table_schema = current_schema() and column_name in ('account_id', 'session_id')
      union select child from refs join found on refs.parent = found.name
    )
    select table_name::text as table, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = current_schema() and table_name in (select name from found)
    group by table_name`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
};

/** A person of whom every kind of row is kept. */
const everyRow = async (): Promise<Person> => {
  const factors = secondFactorSteps(context);
  const person = await factors.withApp();
  const token = person.access;
  const email = newEmail();
  await context.call('sendEmailBindCaptcha', { token, body: { email, pid: PID } });
  await context.call('bindEmail', { token, body: { email, captcha: context.code(email) } });
  await context.call('setUsername', { token, body: { username: newUsername() } });
  await stepsOf(context).bound(token, 'wechat');
  const { body } = await factors.newPasskey(token);
  await context.call('addPasskey', { token, headers: pageHeaders(context), body });
  const [agreement] = await context.call('getAgreements', { query: { pid: PID } });
  await context.call('signAgreements', { token, body: { agreement_ids: [agreement?.id ?? 0], pid: PID } });
  await minorsSteps(context).guard(person);
  await context.server.app.db
    .insertInto('custom_fields')
    .values({
      key: 'school_class',
      position: 1,
      name: JSON.stringify({ 'zh-CN': '班级', en: 'Class' }),
      rule: JSON.stringify({ type: 'text' }),
      required: false,
      seen_by: [],
      changed_by: [],
      claim: false,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  await context.server.app.db
    .insertInto('account_fields')
    .values({ account_id: person.id, key: 'school_class', value: JSON.stringify('三年级 2 班') })
    .execute();
  await context.server.app.db
    .insertInto('openid_guardian_consents')
    .values({
      account_id: person.id,
      client_id: await addClient(context.server.app.db),
      asked: ['profile'],
      asked_at: new Date(context.server.now()),
    })
    .execute();
  await context.server.app.db
    .insertInto('openid_consents')
    .values({
      account_id: person.id,
      client_id: await addClient(context.server.app.db),
      scopes: ['openid'],
      given_at: new Date(context.server.now()),
    })
    .execute();
  await context.server.app.db
    .insertInto('second_factor_failures')
    .values({
      id: randomUUID(),
      account_id: person.id,
      operator_id: null,
      method: 'totp',
      failures: 1,
      last_failed_at: new Date(context.server.now()),
    })
    .execute();
  return person;
};

test('every column of every table about an account is in the answer, or named with the reason why not [7.exportAccountData]', async () => {
  const found = await tablesOfAccounts();
  expect([...found.keys()].sort()).toEqual(Object.keys(tables).sort());
  const data = await exported(await everyRow());
  for (const [name, given] of Object.entries(tables)) {
    if (typeof given === 'string') continue;
    expect([...given.columns, ...Object.keys(given.not)].sort(), name).toEqual(found.get(name)?.sort());
    expect(given.rows(data), `rows of ${name}`).not.toEqual([]);
  }
});

test('what is answered is what is kept [7.exportAccountData]', async () => {
  const person = await everyRow();
  const { id, access: token, phone } = person;
  await context.call('updateProfile', { token, body: { description: '<b>我</b>', grade: 7 } });
  const data = await exported(person, 'zh-CN');
  expect(data).toMatchObject({
    at: context.server.now(),
    profile: { id, description: '<b>我</b>', grade: 7 },
    account: { pid: PID, two_step_verification: true, deletion_due_at: null },
    custom_fields: [{ key: 'school_class', name: { 'zh-CN': '班级', en: 'Class' }, value: '三年级 2 班' }],
    agreements: [{ version: 1, signed_at: context.server.now() }],
    second_factors: {
      totp: [{ since: context.server.now() - 30_000 }],
      passkeys: [{ name: '书房电脑', last_used_at: null }],
      failures: [{ method: 'totp', count: 1 }],
    },
  });
  expect(data.identifiers.map(({ kind }) => kind).sort()).toEqual(['email', 'phone', 'username']);
  expect(data.identifiers).toContainEqual(expect.objectContaining({ kind: 'phone', value: phone }));
  expect(data.third_parties).toMatchObject([{ provider: 'wechat', appid: 'wxa' }]);
  expect(data.sign_ins).toMatchObject([{ address: '127.0.0.1', ended_at: null, second_factor: true }]);
  expect(data.notices.map(({ text }) => text)).toContain('您的账号绑定了微信');
  expect(data.agreements[0]?.title).toMatch(/协议|政策/);
});

test('nothing secret and nothing of anybody else is in it [7.exportAccountData]', async () => {
  const [person, other] = [await everyRow(), await everyRow()];
  const text = JSON.stringify(await exported(person));
  const { db } = context.server.app;
  const secrets = await db
    .selectFrom('accounts as a')
    .innerJoin('sessions as s', 's.account_id', 'a.id')
    .innerJoin('totp_secrets as t', 't.account_id', 'a.id')
    .select(['a.password_hash', 's.secret', 't.sealed_secret'])
    .where('a.id', '=', person.id)
    .execute();
  const forms = (value: Buffer | string | null) =>
    value === null
      ? []
      : typeof value === 'string'
        ? [value]
        : (['hex', 'base64', 'base64url'] as const).map(form => value.toString(form));
  const hidden = secrets.flatMap(row => [row.password_hash, row.secret, row.sealed_secret].flatMap(forms));
  expect(hidden).toHaveLength(7);
  for (const secret of hidden) expect(text).not.toContain(secret);
  for (const value of [other.id, other.phone, person.access, person.refresh, PASSWORD])
    expect(text).not.toContain(value);
});

test('an account of which little is kept has empty lists [7.exportAccountData]', async () => {
  const person = await context.visitor();
  await context.server.app.db.deleteFrom('known_devices').where('account_id', '=', person.id).execute();
  expect(await exported(person)).toMatchObject({
    profile: { fullname: null },
    account: { password_set_at: null, two_step_verification: false },
    third_parties: [],
    agreements: [],
    known_devices: [],
    clients: [],
    second_factors: { totp: [], passkeys: [], recovery_codes: 0, failures: [] },
    notices: [],
    changes: [],
  });
});

test('a token alone, five minutes after the sign-in, gets nothing and spends nothing [7.exportAccountData]', async () => {
  const person = await context.member();
  context.server.now.move(PROOF_LIFE);
  for (let tries = 0; tries <= DAILY_EXPORTS; tries += 1)
    expect(await refusalOf(exported(person))).toMatchObject({ refusal: 'ProofRequired' });
  await context.call('proveByPassword', { token: person.access, body: { password: PASSWORD } });
  expect((await exported(person)).profile.id).toBe(person.id);
});

test('the limits of an account name it by a digest: their rows outlive it [7.exportAccountData]', async () => {
  const person = await context.member();
  const { profile } = await exported(person);
  await context.call('checkPhone', { token: person.access, query: { phone_number: person.phone } });
  await context.call('startTotp', { token: person.access });
  const rows = await context.server.app.db.selectFrom('budgets').select('name').execute();
  const names = rows.map(({ name }) => name);
  for (const use of ['account export', 'check', 'set-up'])
    expect(names).toContainEqual(expect.stringMatching(new RegExp(`^${use}\\|[\\w-]{43}$`)));
  expect(names.filter(name => name.includes(profile.id))).toEqual([]);
});

test('ten in a day, however many ask at once; the next day again [7.exportAccountData]', async () => {
  const person = await context.member();
  const all = await Promise.allSettled(Array.from({ length: DAILY_EXPORTS + 3 }, () => exported(person)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(DAILY_EXPORTS);
  expect(await refusalOf(exported(person))).toMatchObject({
    refusal: 'TooManyAttempts',
    detail: { data: { retry_after: 24 * 3600 } },
  });
  // another account is not held back
  await exported(await context.member());
  context.server.now.move(24 * 3600_000);
  const { auth } = await context.call('loginByAccount', {
    body: { identity: person.phone, password: PASSWORD, pid: PID },
  });
  await exported({ access: auth.token.access.token });
});

test('a blocked account gets nothing; one that waits for its deletion gets all [7.exportAccountData]', async () => {
  const [blocked, leaving] = [await context.member(), await context.member()];
  await context.block(blocked.id);
  expect(await refusalOf(exported(blocked))).toMatchObject({ refusal: 'AccountBlocked' });
  const token = leaving.access;
  const { deletion_due_at } = await context.call('requestDeletion', { token, body: { password: PASSWORD } });
  expect((await exported(leaving)).account.deletion_due_at).toBe(deletion_due_at);
});
