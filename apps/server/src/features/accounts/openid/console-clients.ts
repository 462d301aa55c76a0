/** The console's calls about clients of OpenID Connect. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { OpenidScope } from '@rollcall/contract';
import {
  OPENID_OVERLAP_DAYS,
  type OpenidClient,
  type OpenidClientSettings,
} from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { SCHOOL_OFFSET } from '../../../platform/school-zone.ts';
import { secretDigest } from './client-metadata.ts';

type OpenidConsoleCall =
  | 'listOpenidClients'
  | 'createOpenidClient'
  | 'changeOpenidClient'
  | 'renewOpenidSecret'
  | 'deleteOpenidClient';

const DAY = 24 * 3600 * 1000;
const OVERLAP = OPENID_OVERLAP_DAYS * DAY;
/** Days whose sign-ins are shown. */
const SHOWN = 7;

const newSecret = (): string => randomBytes(32).toString('base64url');

/** A day in the school's zone. */
const dayAt = (at: number): string => new Date(at + SCHOOL_OFFSET).toISOString().slice(0, 10);

export const openidConsoleHandlers = ({
  db,
  now,
  issuer,
}: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly issuer: string;
}): ConsoleHandlers<OpenidConsoleCall> => {
  const lock = async (trx: Kysely<Database>, id: string) => {
    const client = await trx
      .selectFrom('openid_clients')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!client) throw refuse('NotFound');
    return client;
  };
  const written = ({ redirect_uris, post_logout_redirect_uris, scopes, ...rest }: OpenidClientSettings) => ({
    ...rest,
    redirect_uris: [...redirect_uris],
    post_logout_redirect_uris: [...post_logout_redirect_uris],
    scopes: [...scopes],
  });
  /** Every setting, for the audit log; a row has digests of secrets too. */
  const facts = (client: OpenidClientSettings) => ({
    name: client.name,
    mark: client.mark,
    own: client.own,
    redirect_uris: client.redirect_uris,
    post_logout_redirect_uris: client.post_logout_redirect_uris,
    backchannel_logout_uri: client.backchannel_logout_uri,
    scopes: client.scopes,
    refreshes: client.refreshes,
    auth_method: client.auth_method,
    id_token_alg: client.id_token_alg,
    requires_second_factor: client.requires_second_factor,
    requires_pkce: client.requires_pkce,
  });

  return {
    listOpenidClients: async () => {
      const at = now();
      const clients = await db
        .selectFrom('openid_clients')
        .selectAll()
        .orderBy('name')
        .orderBy('id')
        .execute();
      const days = Array.from({ length: SHOWN }, (_, index) => dayAt(at - (SHOWN - 1 - index) * DAY));
      const counted = await db
        .selectFrom('openid_client_days')
        .select(['client_id', 'sign_ins', sql<string>`day::text`.as('day')])
        .where(sql<boolean>`day >= ${days[0]}::date`)
        .execute();
      const signIns = new Map(counted.map(row => [`${row.client_id} ${row.day}`, row.sign_ins]));
      return {
        issuer,
        clients: clients.map(row => {
          const { secret_digest: _, previous_digest: __, ...client } = row;
          return {
            ...client,
            scopes: client.scopes as OpenidScope[],
            auth_method: client.auth_method as OpenidClient['auth_method'],
            id_token_alg: client.id_token_alg as OpenidClient['id_token_alg'],
            created_at: client.created_at.getTime(),
            secret_at: client.secret_at?.getTime() ?? null,
            previous_until:
              client.previous_until && client.previous_until.getTime() > at
                ? client.previous_until.getTime()
                : null,
            last_used_at: client.last_used_at?.getTime() ?? null,
            sign_ins: days.map(day => signIns.get(`${client.id} ${day}`) ?? 0),
          };
        }),
      };
    },

    createOpenidClient: ({ body, audit }) =>
      transaction(db, async trx => {
        const id = randomUUID();
        const secret = body.auth_method === 'none' ? null : newSecret();
        const at = new Date(now());
        await trx
          .insertInto('openid_clients')
          .values({
            ...written(body),
            id,
            secret_digest: secret === null ? null : secretDigest(secret),
            previous_digest: null,
            previous_until: null,
            created_at: at,
            secret_at: secret === null ? null : at,
            last_used_at: null,
          })
          .execute();
        await audit(trx, { subject: id, after: facts(body) });
        return { id, secret };
      }),

    changeOpenidClient: ({ body: { id, ...body }, audit }) =>
      transaction(db, async trx => {
        const before = await lock(trx, id);
        await trx
          .updateTable('openid_clients')
          .set({
            ...written(body),
            ...(body.auth_method === 'none'
              ? { secret_digest: null, previous_digest: null, previous_until: null, secret_at: null }
              : {}),
          })
          .where('id', '=', id)
          .execute();
        await audit(trx, {
          subject: id,
          before: facts(before as typeof before & OpenidClientSettings),
          after: facts(body),
        });
        return {};
      }),

    renewOpenidSecret: ({ body: { id, overlap }, audit }) =>
      transaction(db, async trx => {
        const client = await lock(trx, id);
        if (client.auth_method === 'none') throw refuse('IllegalOperation');
        const secret = newSecret();
        const at = now();
        await trx
          .updateTable('openid_clients')
          .set({
            secret_digest: secretDigest(secret),
            secret_at: new Date(at),
            previous_digest: overlap ? client.secret_digest : null,
            previous_until: overlap && client.secret_digest ? new Date(at + OVERLAP) : null,
          })
          .where('id', '=', id)
          .execute();
        await audit(trx, { subject: id, after: { name: client.name, overlap } });
        return { secret };
      }),

    deleteOpenidClient: ({ body: { id }, audit }) =>
      transaction(db, async trx => {
        const client = await lock(trx, id);
        await trx.deleteFrom('openid_clients').where('id', '=', id).execute();
        await audit(trx, { subject: id, before: { name: client.name } });
        return {};
      }),
  };
};
