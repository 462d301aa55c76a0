/** What a session means to OpenID Connect: whose it is, how it was proved, and what its person owes before a client gets a code. */
import type { OpenidOwed, OpenidScope, SignInMethod } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import { documentsInForce } from '../../../identity/documents-in-force.ts';
import { ageColumns, isChild, type MinorsSettings, requirementOf } from '../../../identity/minors/age.ts';
import { guardianAllows } from './guardian-consents.ts';
import type { Database } from '../../../platform/database/schema.ts';

export interface OpenidSession {
  /** The session's id, which stands for the person at the provider: with it ends everything that it gave. */
  readonly id: string;
  readonly accountId: string;
  readonly pid: string;
  /** When the person proved last who they are, in ms since 1970. */
  readonly provedAt: number;
  readonly secondFactor: boolean;
  readonly method: SignInMethod | null;
  /** Whether it began on a computer that others use too. */
  readonly shared: boolean;
  /** Whether the person is under age. */
  readonly child: boolean;
  /** What the guardian of a person under age allows, by client. */
  readonly guardianAllows: ReadonlyMap<string, readonly OpenidScope[]>;
  /** Undefined: nothing that the session tells; agreements are looked up by `owedIn`. */
  readonly owes: Exclude<OpenidOwed, 'agreements' | 'proof'> | undefined;
}

export interface OpenidSessionSettings {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly minors: MinorsSettings;
  readonly secondFactorPids: readonly string[];
}

/** The session, while it runs and its account is not blocked. */
export const readOpenidSession = async (
  { db, now, minors, secondFactorPids }: OpenidSessionSettings,
  id: string,
): Promise<OpenidSession | undefined> => {
  const at = now();
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.account_id',
      'sessions.pid',
      'sessions.proved_at',
      'sessions.created_at',
      'sessions.second_factor as proved_second',
      'sessions.signed_in_with',
      'sessions.shared',
      'accounts.second_factor',
      ...ageColumns,
    ])
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', new Date(at))
    .where('accounts.blocked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const child = isChild(row, at);
  const lacksFactor = !row.proved_second && (row.second_factor || secondFactorPids.includes(row.pid));
  return {
    id,
    accountId: row.account_id,
    pid: row.pid,
    provedAt: (row.proved_at ?? row.created_at).getTime(),
    secondFactor: row.proved_second,
    method: row.signed_in_with as SignInMethod | null,
    shared: row.shared,
    child,
    guardianAllows: child ? await guardianAllows(db, row.account_id) : new Map(),
    owes: requirementOf(minors, row, at) ?? (lacksFactor ? 'second-factor' : undefined),
  };
};

/** What the person has to do before a client gets a code; undefined: nothing. */
export const owedIn = async (
  { db, now, minors }: OpenidSessionSettings,
  { owes, accountId, pid, child }: OpenidSession,
): Promise<OpenidOwed | undefined> => {
  if (owes) return owes;
  // Their guardian agrees for them.
  if (child && minors.mode !== 'off') return undefined;
  const unsigned = await documentsInForce(db, {
    pid,
    at: now(),
    language: 'zh-CN',
    inUrl: false,
    unsignedBy: accountId,
  });
  return unsigned.length > 0 ? 'agreements' : undefined;
};

/** How a session was proved, in the words of RFC 8176. */
const AMR: Readonly<Partial<Record<SignInMethod, string>>> = {
  password: 'pwd',
  code: 'sms',
  'email-code': 'otp',
  passkey: 'hwk',
};
export const amrOf = ({ method, secondFactor }: OpenidSession): string[] => [
  ...(method && AMR[method] ? [AMR[method]] : []),
  ...(secondFactor ? ['mfa'] : []),
];

/** The class of a sign-in with one factor, and with two. */
export const ACR = { one: 'urn:rollcall:one-factor', two: 'urn:rollcall:two-factors' } as const;
export const acrOf = ({ secondFactor }: OpenidSession): string => (secondFactor ? ACR.two : ACR.one);

/** What of `wanted` a client may learn of the person: under age beyond who is the same only what the guardian allows. */
export const allowedScopes = (
  { child, guardianAllows: allows }: OpenidSession,
  clientId: string,
  wanted: readonly OpenidScope[],
): OpenidScope[] =>
  wanted.filter(scope => scope === 'openid' || !child || allows.get(clientId)?.includes(scope) === true);
