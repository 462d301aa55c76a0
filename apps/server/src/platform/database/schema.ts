/** Kysely's types of the tables. The SQL files in `migrations` define them. */
import type { ConsoleTables } from './tables/console.ts';
import type { CustomFieldTables } from './tables/custom-fields.ts';
import type { ImportTables } from './tables/imports.ts';
import type { LeaseTables } from './tables/leases.ts';
import type { MinorsTables } from './tables/minors.ts';
import type { MonitorTables } from './tables/monitoring.ts';
import type { OpenidTables } from './tables/openid.ts';
import type { SecondFactorTables } from './tables/second-factors.ts';
import type { StaffTables } from './tables/staff.ts';
import type { UsageTables } from './tables/usage.ts';
import type { UsageKeptTables } from './tables/usage-kept.ts';
import type { WebhookTables } from './tables/webhooks.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Words = { 'zh-CN': string; en: string };
/** A column that is never updated. */
type Fixed<T> = ColumnType<T, T, never>;

export interface AccountsTable {
  id: Fixed<string>;
  pid: Fixed<string>;
  created_at: Fixed<Date>;
  password_hash: string | null;
  password_set_at: Date | null;
  /** Found at the last sign-in by password. */
  password_too_common: Generated<boolean>;
  blocked_at: Date | null;
  deletion_due_at: Date | null;
  /** When all sessions, or all but one, were ended last (`identity/session-ends.ts`). */
  sessions_ended_at: Generated<Date | null>;
  /** Whether there is an authenticator app or a passkey. */
  second_factor: Generated<boolean>;
  nickname: string;
  nickname_key: string;
  avatar_url: string | null;
  /** The name of the picture that the account uploaded; it owns no other. */
  picture: Generated<string | null>;
  fullname: string | null;
  /** Seconds since 1970. */
  birthday: number | null;
  sex: number | null;
  qq: string | null;
  description: string | null;
  grade: number | null;
  /** What the person said, or the guardian. */
  birth_year: number | null;
  /** Who set it. Null: not known, or it was set before this was kept. */
  birth_year_from: 'person' | 'guardian' | 'staff' | null;
  /** When the person needs no guardian any more. Null: never needed one, or the year is not known. */
  child_until: Date | null;
  /** When a guardian consented. */
  guarded_at: Date | null;
  /** Made by `npm run sample`. */
  sample: Generated<boolean>;
}

export interface IdentifiersTable {
  kind: 'phone' | 'email' | 'username';
  value: string;
  account_id: Fixed<string>;
  created_at: Date;
}

/**
 * Why a session ended: `signed-out` on the device itself; `device`, from another one; `password`, `changed` and `second-factor`, by a
 * change of how the person signs in or its taking back on the page; `deletion`, as the account is to be deleted; `link`, by the link
 * of a security message; `guesses`, after wrong passwords; `copied`, as its refresh token was used twice; `school`, by an operator.
 */
export type SessionEnd =
  | 'signed-out'
  | 'device'
  | 'password'
  | 'changed'
  | 'second-factor'
  | 'deletion'
  | 'link'
  | 'guesses'
  | 'copied'
  | 'school';

export interface SessionsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  pid: Fixed<string>;
  secret: Fixed<Buffer>;
  generation: Generated<number>;
  rotated_at: Date;
  created_at: Fixed<Date>;
  expires_at: Date;
  ended_at: Date | null;
  /** Why it ended; null: it runs or has expired, or it ended before this was kept. */
  ended_by: SessionEnd | null;
  proved_at: Date | null;
  wrong_passwords: Generated<number>;
  /** Whether its person proved a second factor in it. */
  second_factor: Generated<boolean>;
  user_agent: string;
  address: string;
  signed_in_with: Fixed<string | null>;
  /** What the client said of itself at the sign-in. */
  platform: Fixed<string | null>;
  product: Fixed<string | null>;
  /** The version of its account library. */
  sdk: Fixed<string | null>;
  /** It began on a computer that others use too, and lives hours. */
  shared: Generated<boolean>;
}

/** Sessions of an older site, by the SHA-256 of its cookie, and the sessions that each began. */
export interface ConvertedSessionsTable {
  digest: Buffer;
  /** The last of them. */
  session_id: string;
  earlier_session_ids: Generated<string[]>;
  conversions: Generated<number>;
  converted_at: Date;
}

export interface CodesTable {
  purpose: string;
  address: string;
  mac: Buffer;
  attempts: Generated<number>;
  sent_at: Date;
  expires_at: Date;
}

export interface BudgetsTable {
  name: string;
  ends_at: Date;
  spent: number;
  most: number;
}

export interface NamedRecipientsTable {
  subject: string;
  ends_at: Date;
  recipients: string[];
  most: number;
}

export interface WindowCountsTable {
  name: Fixed<Buffer>;
  period: string;
  current: number;
  previous: number;
  ends_at: Date;
}

export interface SigningKeysTable {
  kid: Fixed<string>;
  public_jwk: JSONColumnType<Record<string, unknown>>;
  sealed_private_jwk: Buffer;
  created_at: Fixed<Date>;
  /** When it begins to sign; it is published before. */
  signs_from: Fixed<Date>;
}

export interface DataKeysTable {
  use: Fixed<string>;
  sealed: Buffer;
}

export interface SignInFailuresTable {
  /** 16 bytes: an account's id; 32: the MAC of a name without an account. */
  identity: Fixed<Buffer>;
  browser: Fixed<string>;
  failures: number;
  consecutive: number;
  last_failed_at: Date;
}

export interface AgreementsTable {
  id: Generated<number>;
  code: string;
  version: number;
  pid: string | null;
  needs_signature: boolean;
  title: JSONColumnType<Words>;
  body: JSONColumnType<Words>;
  published_at: Date;
}

export interface SignaturesTable {
  account_id: Fixed<string>;
  agreement_id: number;
  version: number;
  signed_at: Date;
  address: string;
}

export interface IdentitiesTable {
  provider: Fixed<'wechat' | 'qq'>;
  appid: Fixed<string>;
  subject: Fixed<string>;
  unionid: string | null;
  account_id: Fixed<string>;
  created_at: Date;
}

export interface TicketsTable {
  mac: Fixed<Buffer>;
  use: Fixed<string>;
  subject: JSONColumnType<object>;
  expires_at: Date;
}

export interface CaptchaRulesTable {
  /** `*`: scenes without a row of their own. */
  scene: Fixed<string>;
  ask: Generated<'by-risk' | 'always' | 'never'>;
  providers: ColumnType<unknown, string | null | undefined, string | null>;
  limits: ColumnType<unknown, string | undefined, string>;
  changed_at: Date;
}

export interface SecurityNoticesTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  kind: Fixed<string>;
  details: JSONColumnType<{ device?: string; ip?: string; value?: string; child?: true }>;
  language: Fixed<'zh-CN' | 'en'>;
  recipient: ColumnType<{ channel: 'sms' | 'email'; to: string } | null, string | null, null>;
  take_back: string | null;
  created_at: Fixed<Date>;
  /** When it is sent or tried again; null: settled. */
  due_at: Date | null;
  attempts: Generated<number>;
  /** Null: not sent yet, or, once it is settled, sent nowhere. */
  channel: 'sms' | 'email' | 'page' | null;
  link_hash: Buffer | null;
  link_used_at: Date | null;
}

export interface NoticeDismissalsTable {
  notice_id: string;
  session_id: string;
}

export interface TakeBacksTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  token_hash: Fixed<Buffer>;
  before: JSONColumnType<object>;
  created_at: Fixed<Date>;
  expires_at: Fixed<Date>;
}

export interface EmailLinksTable {
  session_id: Fixed<string>;
  email: string;
  token_hash: Buffer;
  /** The `mac` of the code that was sent with the link; null where the release before made it. */
  code_mac: Buffer | null;
  wrong_digits: Generated<number>;
  state: Generated<'waiting' | 'confirmed' | 'refused'>;
  expires_at: Date;
}

export interface KnownDevicesTable {
  account_id: Fixed<string>;
  device: Fixed<Buffer>;
  last_used_at: Date;
}

export interface PicturesTable {
  name: Fixed<string>;
  bytes: Fixed<Buffer>;
  kept_at: Fixed<Date>;
}

export interface Database
  extends ConsoleTables,
    CustomFieldTables,
    ImportTables,
    LeaseTables,
    UsageTables,
    UsageKeptTables,
    MonitorTables,
    MinorsTables,
    OpenidTables,
    WebhookTables,
    SecondFactorTables,
    StaffTables {
  accounts: AccountsTable;
  identifiers: IdentifiersTable;
  sessions: SessionsTable;
  codes: CodesTable;
  budgets: BudgetsTable;
  named_recipients: NamedRecipientsTable;
  sign_in_failures: SignInFailuresTable;
  window_counts: WindowCountsTable;
  signing_keys: SigningKeysTable;
  data_keys: DataKeysTable;
  agreements: AgreementsTable;
  signatures: SignaturesTable;
  identities: IdentitiesTable;
  tickets: TicketsTable;
  captcha_rules: CaptchaRulesTable;
  pictures: PicturesTable;
  security_notices: SecurityNoticesTable;
  notice_dismissals: NoticeDismissalsTable;
  take_backs: TakeBacksTable;
  email_links: EmailLinksTable;
  known_devices: KnownDevicesTable;
  converted_sessions: ConvertedSessionsTable;
}
