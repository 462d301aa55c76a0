/**
 * The people of the sample data: pupils of several ages and ways in, with their sessions, guardians and messages. None can sign in or be
 * written to: numbers, addresses and usernames have a form that no field of a page takes, no password fits, and of these accounts
 * `notice-delivery.ts` sends nothing. Rows are marked by `accounts.sample`; all others go with their account.
 */
import { randomBytes } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { SignInMethod } from '@rollcall/contract';
import { childUntilYear, yearAt } from '../../identity/minors/age.ts';
import { nicknameKey } from '../../identity/nicknames.ts';
import type {
  AccountsTable,
  Database,
  IdentifiersTable,
  IdentitiesTable,
  SecurityNoticesTable,
  SessionsTable,
} from '../../platform/database/schema.ts';
import type { GuardianDecisionsTable, GuardianshipsTable } from '../../platform/database/tables/minors.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { SESSION_LIFE, SHARED_LIFE } from './sessions/session-life.ts';
import { givenNames, surnames } from './sample-names.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Accounts of one statement. */
const BATCH = 500;
/** The school's youngest and oldest pupils, and from when one needs no guardian. */
const [YOUNGEST, OLDEST, OF_AGE] = [8, 17, 14];

interface SampleDevice {
  readonly platform: string;
  readonly userAgent: string;
}

interface SamplePupil {
  /** The account's id. */
  readonly user: string;
  readonly home: SampleDevice;
  readonly homeIp: string;
  readonly schoolDevice: SampleDevice;
  readonly schoolIp: string;
  readonly room: number;
  /** Days of the sample: the first, and the last, exclusive. */
  readonly from: number;
  readonly until: number;
}

interface SampleSchool {
  readonly product: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly days: readonly number[];
  readonly pupils: readonly SamplePupil[];
}

interface Rows {
  readonly accounts: Insertable<AccountsTable>[];
  readonly identifiers: Insertable<IdentifiersTable>[];
  readonly identities: Insertable<IdentitiesTable>[];
  readonly sessions: Insertable<SessionsTable>[];
  readonly guardianships: Insertable<GuardianshipsTable>[];
  readonly guardian_decisions: Insertable<GuardianDecisionsTable>[];
  readonly security_notices: Insertable<SecurityNoticesTable>[];
  readonly account_blocks: { account_id: string; reason: string; operator_name: string }[];
}

/** A number between 0 and 1 that belongs to a pupil and a question, the same in each run. */
const shareOf = (n: number, question: number): number => {
  let mixed = Math.imul((n + 1) * 31 + question, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
};

const id = (n: number, part: number): string =>
  `5a3b1e00-0000-4000-8${part.toString().padStart(3, '0')}-${(n + 1).toString(16).padStart(12, '0')}`;

/** No number of a mobile phone begins with these digits. */
const number = (n: number, first: '100' | '101'): string => first + String(n).padStart(8, '0');

/** A hash in argon2id's form of a password that nobody knows. */
const unknownPassword = (): string => {
  const text = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=19456,t=2,p=1$${text(16)}$${text(32)}`;
};

/** How the pupil signs in. */
const wayOf = (n: number): { readonly method: SignInMethod; readonly password: boolean } => {
  const share = shareOf(n, 1);
  if (share < 0.35) return { method: 'code', password: false };
  if (share < 0.65) return { method: 'password', password: true };
  if (share < 0.8) return { method: 'email-code', password: share < 0.72 };
  if (share < 0.95) return { method: 'wechat', password: false };
  return { method: 'qq', password: false };
};

const addPupil = (rows: Rows, pupil: SamplePupil, n: number, { product, now, days }: SampleSchool): void => {
  const accountId = pupil.user;
  const owned = { account_id: accountId };
  const way = wayOf(n);
  const begin = days[pupil.from] ?? now;
  // Who was there on the first day came in the year before.
  const came = pupil.from === 0 ? begin - Math.floor(shareOf(n, 2) * 300 * DAY) : begin + 9 * HOUR;
  const created = Math.min(came, now - HOUR);
  const at = new Date(created);
  const age = YOUNGEST + ((pupil.room * 3) % (OLDEST - YOUNGEST + 1));
  const year = yearAt(now) - age - 1;
  const childUntil = childUntilYear(year, OF_AGE);
  const child = childUntil > now;
  const given = givenNames[Math.floor(shareOf(n, 3) * givenNames.length)] ?? '';
  const surname = surnames[Math.floor(shareOf(n, 4) * surnames.length)] ?? '';
  // The sign is in no nickname that somebody chose.
  const nickname = `${given}◇${n + 1}`;
  const blocked = shareOf(n, 5) < 0.01;
  rows.accounts.push({
    id: accountId,
    pid: product,
    created_at: at,
    password_hash: way.password ? unknownPassword() : null,
    password_set_at: way.password ? at : null,
    blocked_at: blocked ? new Date(now - HOUR) : null,
    nickname,
    nickname_key: nicknameKey(nickname),
    fullname: shareOf(n, 6) < 0.7 ? surname + given : null,
    sex: shareOf(n, 7) < 0.5 ? 1 : 2,
    grade: Math.min(12, Math.max(1, age - 6)),
    birth_year: year,
    birth_year_from: child ? 'guardian' : 'person',
    child_until: child ? new Date(childUntil) : null,
    guarded_at: child ? at : null,
    sample: true,
  });
  if (blocked) rows.account_blocks.push({ ...owned, reason: '家长申请暂停使用', operator_name: '示例' });
  const identify = (kind: IdentifiersTable['kind'], value: string) =>
    rows.identifiers.push({ ...owned, kind, value, created_at: at });
  if (way.method === 'email-code') identify('email', `pupil.${n + 1}@sample`);
  else if (way.method === 'wechat' || way.method === 'qq')
    rows.identities.push({
      ...owned,
      provider: way.method,
      appid: product,
      subject: `sample-${n + 1}`,
      unionid: null,
      created_at: at,
    });
  else if (way.method === 'password' && shareOf(n, 8) < 0.4) identify('username', `pupil-${n + 1}`);
  else identify('phone', number(n, '100'));
  if (child) addGuardian(rows, { accountId, phone: number(n, '101'), at, address: pupil.homeIp });
  if (!blocked) addSessions(rows, pupil, n, { product, now, days, method: way.method, created });
};

const addGuardian = (
  rows: Rows,
  of: { readonly accountId: string; readonly phone: string; readonly at: Date; readonly address: string },
): void => {
  const owned = { account_id: of.accountId, phone: of.phone };
  rows.guardianships.push({ ...owned, created_at: of.at, due_at: null, language: 'zh-CN' });
  rows.guardian_decisions.push({
    ...owned,
    decision: 'consent',
    agreements: '[]',
    decided_at: of.at,
    address: of.address,
    own_device: false,
  });
};

/** The device at home, and the computer of the class's room, which others use too. */
const addSessions = (
  rows: Rows,
  pupil: SamplePupil,
  n: number,
  of: Pick<SampleSchool, 'product' | 'now' | 'days'> & {
    readonly method: SignInMethod;
    readonly created: number;
  },
): void => {
  const { now, days, created, method, product } = of;
  const stayed = pupil.until >= days.length;
  const used = Math.max(created, (stayed ? now : (days[pupil.until] ?? now)) - shareOf(n, 9) * 3 * DAY);
  const begun = Math.max(created, used - shareOf(n, 10) * 20 * DAY);
  const session = (
    part: number,
    device: SampleDevice,
    address: string,
    times: [number, number],
    life: number,
  ) => ({
    id: id(n, part),
    account_id: pupil.user,
    pid: product,
    secret: randomBytes(32),
    created_at: new Date(times[0]),
    rotated_at: new Date(times[1]),
    expires_at: new Date(times[1] + life),
    user_agent: device.userAgent,
    address,
    signed_in_with: method,
    platform: device.platform,
    product,
    sdk: '0.1.0',
  });
  // Sessions that are over are deleted a day later, as those of everybody.
  if (used + SESSION_LIFE > now)
    rows.sessions.push(session(1, pupil.home, pupil.homeIp, [begun, used], SESSION_LIFE));
  const lesson = now - Math.floor(shareOf(n, 11) * 20 * HOUR);
  if (stayed && lesson > created && shareOf(n, 12) < 0.3) {
    const ended = lesson + 40 * 60_000 < now;
    rows.sessions.push({
      ...session(2, pupil.schoolDevice, pupil.schoolIp, [lesson, lesson], SHARED_LIFE),
      shared: true,
      ...(ended ? { ended_at: new Date(lesson + 40 * 60_000), ended_by: 'signed-out' as const } : {}),
    });
  }
  if (shareOf(n, 13) < 0.2 && begun > now - 25 * DAY)
    rows.security_notices.push({
      id: id(n, 3),
      account_id: pupil.user,
      kind: 'new-device',
      details: JSON.stringify({ ip: pupil.homeIp }),
      language: 'zh-CN',
      recipient: null,
      take_back: null,
      created_at: new Date(begun),
      due_at: null,
      channel: 'sms',
    });
};

const rowsOf = (school: SampleSchool, from: number): Rows => {
  const rows: Rows = {
    accounts: [],
    identifiers: [],
    identities: [],
    sessions: [],
    guardianships: [],
    guardian_decisions: [],
    security_notices: [],
    account_blocks: [],
  };
  for (const [offset, pupil] of school.pupils.slice(from, from + BATCH).entries())
    addPupil(rows, pupil, from + offset, school);
  return rows;
};

/** @returns the part of the sample data that people are */
export const samplePeople = (db: Kysely<Database>) => ({
  make: (school: SampleSchool) =>
    transaction(db, async trx => {
      for (let from = 0; from < school.pupils.length; from += BATCH) {
        const rows = rowsOf(school, from);
        // In the order of the references between them.
        for (const [table, values] of Object.entries(rows) as [keyof Rows, never[]][])
          if (values.length > 0) await trx.insertInto(table).values(values).execute();
      }
      return { people: school.pupils.length };
    }),
  remove: () =>
    transaction(db, async trx => {
      // Wrong passwords are counted by the account's id, without a reference to it.
      await sql`
        delete from sign_in_failures f using accounts a
        where a.sample and f.identity = uuid_send(a.id)`.execute(trx);
      const removed = await trx.deleteFrom('accounts').where('sample', '=', true).returning('id').execute();
      // No software that reads changes of people ever had to know of these.
      const ids = removed.map(account => account.id);
      await sql`delete from account_changes where account_id = any(${ids}::uuid[])`.execute(trx);
      return { people: ids.length };
    }),
});
