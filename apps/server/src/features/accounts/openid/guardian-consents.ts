/** What a client learns of somebody under 14 beyond who is the same: what the pupil asks for, and the guardian allows. */
import type { OpenidScope } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { refuse } from '../../../platform/refusal.ts';
import { endAtClients } from './end-at-clients.ts';

/** The scopes that the guardian of a pupil allows, by client. */
export const guardianAllows = async (
  db: Kysely<Database>,
  accountId: string,
): Promise<ReadonlyMap<string, readonly OpenidScope[]>> => {
  const rows = await db
    .selectFrom('openid_guardian_consents')
    .select(['client_id', 'allowed'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ client_id: id, allowed }) => [id, allowed]));
};

/** Notes what a pupil let a client ask for, so that the guardian is shown it. */
export const askForClient = async (
  db: Kysely<Database>,
  asked: {
    readonly accountId: string;
    readonly clientId: string;
    readonly scopes: readonly OpenidScope[];
    readonly at: number;
  },
): Promise<void> => {
  // Where minors need no guardian there is none to ask.
  await sql`
    insert into openid_guardian_consents as known (account_id, client_id, asked, asked_at)
    select account_id, ${asked.clientId}, ${asked.scopes.toSorted()}::text[], ${new Date(asked.at)}::timestamptz
    from guardianships where account_id = ${asked.accountId}
    on conflict (account_id, client_id) do update set
      asked = (select array_agg(distinct scope) from unnest(known.asked || excluded.asked) scope), asked_at = excluded.asked_at
    where not known.asked @> excluded.asked`.execute(db);
};

/** The clients that a pupil let ask for more, the latest first. */
export const clientsAskedFor = async (db: Kysely<Database>, accountId: string) => {
  const rows = await db
    .selectFrom('openid_guardian_consents as asked')
    .innerJoin('openid_clients as client', 'client.id', 'asked.client_id')
    .select([
      'client.id',
      'client.name',
      'client.mark',
      'asked.asked',
      'asked.asked_at',
      'asked.allowed',
      'asked.decided_at',
    ])
    .where('asked.account_id', '=', accountId)
    .orderBy('asked.asked_at', 'desc')
    .orderBy('client.id')
    .execute();
  return rows.map(({ asked_at: at, decided_at: decided, ...row }) => ({
    ...row,
    asked_at: at.getTime(),
    decided_at: decided?.getTime() ?? null,
  }));
};

/** A guardian's decision about a client, as it is recorded. */
export interface ClientDecision {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly OpenidScope[];
}

/**
 * Allows a client what the guardian saw that it asks for, and nothing else; an empty list takes it back, and ends the pupil's sign-ins there.
 * @returns undefined where nothing changed
 * @throws the refusal Conflict where the pupil did not ask for that
 */
export const allowForPupil = async (
  db: Kysely<Database>,
  decision: {
    readonly accountId: string;
    readonly clientId: string;
    readonly scopes: readonly OpenidScope[];
    readonly at: number;
  },
): Promise<ClientDecision | undefined> => {
  const { accountId, clientId, scopes, at } = decision;
  const row = await db
    .selectFrom('openid_guardian_consents as asked')
    .innerJoin('openid_clients as client', 'client.id', 'asked.client_id')
    .select(['client.name', 'asked.asked', 'asked.allowed', 'asked.decided_at'])
    .where('asked.account_id', '=', accountId)
    .where('asked.client_id', '=', clientId)
    .forUpdate('asked')
    .executeTakeFirst();
  if (!row || !scopes.every(scope => row.asked.includes(scope))) throw refuse('Conflict');
  const allowed = [...new Set(scopes)].toSorted();
  if (row.decided_at && allowed.join() === row.allowed.toSorted().join()) return undefined;
  await db
    .updateTable('openid_guardian_consents')
    .set({ allowed, decided_at: new Date(at) })
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .execute();
  if (row.allowed.some(scope => !allowed.includes(scope)))
    await endAtClients(db, { accountId, clientId, at });
  return { id: clientId, name: row.name, scopes: allowed };
};

/** Forgets what was allowed: the guardian withdrew the consent to the account. What was asked stays, for a later consent. */
export const allowNoClients = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db
    .updateTable('openid_guardian_consents')
    .set({ allowed: [], decided_at: null })
    .where('account_id', '=', accountId)
    .execute();
};
