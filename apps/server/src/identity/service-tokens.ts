/** Service tokens: made by admins, used by the school's other software in `/api/v1`. */
import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Scope } from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import { sha256 } from '../platform/digest.ts';
import type { Database } from '../platform/database/schema.ts';
import { refuse } from '../platform/refusal.ts';

/** Begins every token, so that scanners of secrets find one that was published. */
const PREFIX = 'rcst_';
const FORM = /^Bearer +(rcst_[\w-]{43})$/i;
const MINUTE = 60_000;

export interface NewServiceToken {
  readonly name: string;
  readonly purpose: string;
  readonly scopes: readonly Scope[];
  /** Addresses and networks; empty: any. */
  readonly addresses: readonly string[];
  readonly perMinute: number;
  readonly createdBy: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly expiresAt: number;
}

/** Stores a new token in the transaction `db`. A name that another token has, that has not ended, violates `service_tokens_name`. */
export const createServiceToken = async (
  db: Kysely<Database>,
  made: NewServiceToken,
): Promise<{ readonly id: string; readonly token: string }> => {
  const token = PREFIX + randomBytes(32).toString('base64url');
  const id = randomUUID();
  await db
    .insertInto('service_tokens')
    .values({
      id,
      digest: sha256(token),
      name: made.name,
      purpose: made.purpose,
      scopes: [...made.scopes],
      addresses: sql<
        string[]
      >`array(select network(one::inet) from unnest(${[...made.addresses]}::text[]) one)`,
      per_minute: made.perMinute,
      created_at: new Date(made.at),
      created_by: made.createdBy,
      expires_at: new Date(made.expiresAt),
    })
    .execute();
  return { id, token };
};

/** The software that calls. */
export interface ServiceCaller {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly scopes: readonly Scope[];
}

/** A request by a token, counted. */
export interface CountedUse {
  readonly caller: ServiceCaller;
  /** Requests of a minute, and how many of them are left in this one. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the minute ends. */
  readonly reset: number;
  /** Whether this request is one too many. */
  readonly exceeded: boolean;
}

/**
 * Finds the token of an Authorization header, and counts the request: in the row, so that all processes count together, and an ended token
 * is refused in the next request.
 * @param use.at milliseconds since 1970
 * @throws the refusals ServiceTokenInvalid and AddressRefused; neither counts, nor is seen as a use
 */
export const useServiceToken = async (
  db: Kysely<Database>,
  use: { readonly authorization: string | undefined; readonly address: string; readonly at: number },
): Promise<CountedUse> => {
  const token = FORM.exec(use.authorization ?? '')?.[1];
  if (token === undefined) throw refuse('ServiceTokenInvalid');
  const digest = sha256(token);
  const address = isIP(use.address) === 0 ? null : use.address;
  const at = new Date(use.at);
  const running = sql<boolean>`minute_at > ${new Date(use.at - MINUTE)}::timestamptz and minute_at <= ${at}::timestamptz`;
  const row = await db
    .updateTable('service_tokens')
    .set({
      minute_at: sql<Date>`case when ${running} then minute_at else ${at}::timestamptz end`,
      minute_count: sql<number>`case when ${running} then minute_count + 1 else 1 end`,
      last_used_at: at,
      last_used_address: use.address,
    })
    .where('digest', '=', digest)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .where(
      sql<boolean>`(cardinality(addresses) = 0 or exists (select from unnest(addresses) n where ${address}::inet <<= n))`,
    )
    .returning(['id', 'name', 'purpose', 'scopes', 'per_minute', 'minute_at', 'minute_count'])
    .executeTakeFirst();
  if (!row) {
    const found = await db
      .selectFrom('service_tokens')
      .select('id')
      .where('digest', '=', digest)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst();
    throw refuse(found ? 'AddressRefused' : 'ServiceTokenInvalid');
  }
  const { id, name, purpose, scopes, per_minute: limit, minute_at: began, minute_count: count } = row;
  return {
    caller: { id, name, purpose, scopes },
    limit,
    remaining: Math.max(0, limit - count),
    reset: Math.max(1, Math.ceil(((began ?? at).getTime() + MINUTE - use.at) / 1000)),
    exceeded: count > limit,
  };
};
