/** Where the provider keeps codes, tokens, grants, interactions and browsers' sessions: one table, by a digest of what the holder has. */
import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { clientMetadata } from './client-metadata.ts';

const digestOf = (id: string): Buffer => createHash('sha256').update(id).digest();

/**
 * What is written: not the secret itself, nor the browser's session that an interaction began in, which has its own. The person may sign
 * out and in again before the interaction goes on: its cookies bind it to the browser.
 */
const withoutSecrets = (payload: AdapterPayload): AdapterPayload => {
  const { jti: _, session: __, ...kept } = payload;
  return kept;
};

/** Milliseconds between two notes of a client's last use. */
const USE_NOTED = 60_000;

/** A code is given: the client is told once the session ends, and its sign-ins are counted. */
const noteSignIn = async (
  db: Kysely<Database>,
  at: number,
  { clientId, sid }: AdapterPayload,
  session: Running,
) => {
  const moment = new Date(at);
  if (clientId === undefined) return;
  if (sid !== undefined)
    await db
      .insertInto('openid_logins')
      .values({
        id: randomUUID(),
        session_id: session.id,
        account_id: session.account_id,
        client_id: clientId,
        sid,
        created_at: moment,
        due_at: null,
      })
      .onConflict(conflict =>
        conflict.columns(['session_id', 'client_id', 'sid']).doUpdateSet({ due_at: null, attempts: 0 }),
      )
      .execute();
  await sql`
    insert into openid_client_days (client_id, day, sign_ins)
    values (${clientId}, (${moment}::timestamptz at time zone 'Asia/Shanghai')::date, 1)
    on conflict (client_id, day) do update set sign_ins = openid_client_days.sign_ins + 1`.execute(db);
  await db
    .updateTable('openid_clients')
    .set({ last_used_at: moment })
    .where('id', '=', clientId)
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', new Date(at - USE_NOTED))]))
    .execute();
};

interface Running {
  readonly id: string;
  readonly account_id: string;
}

/** The session, held until the transaction ends: whatever ends it waits, and then finds what was written. */
const holdSession = (db: Kysely<Database>, id: string, at: number): Promise<Running | undefined> =>
  db
    .selectFrom('sessions')
    .select(['id', 'account_id'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(at))
    .forShare()
    .executeTakeFirst();

/** Likewise the grant, of which a code or token is. */
const holdGrant = async (db: Kysely<Database>, id: string): Promise<boolean> =>
  (await db
    .selectFrom('openid_artefacts')
    .select('model')
    .where('model', '=', 'Grant')
    .where('digest', '=', digestOf(id))
    .forShare()
    .executeTakeFirst()) !== undefined;

export interface AdapterDeps {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  /** Makes the error of a session that has ended, or of something that was used concurrently. */
  readonly invalidGrant: (why: string) => Error;
  /** Whether the person signs out in this request. */
  readonly signsOut: () => boolean;
}

/** Makes the adapter of a model of the provider. */
export const createAdapter = ({ db, now, invalidGrant, signsOut }: AdapterDeps) => {
  const write = (
    within: Kysely<Database>,
    model: string,
    id: string,
    payload: AdapterPayload,
    life: number,
  ) => {
    const row = {
      payload: JSON.stringify(withoutSecrets(payload)),
      client_id: payload.clientId ?? null,
      session_id: payload.accountId ?? null,
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      expires_at: new Date(now() + life * 1000),
    };
    return within
      .insertInto('openid_artefacts')
      .values({ model, digest: digestOf(id), ...row, consumed_at: null })
      .onConflict(conflict => conflict.columns(['model', 'digest']).doUpdateSet(row))
      .execute();
  };

  const endGrantOf = async (model: string, id: string) => {
    const used = await db
      .selectFrom('openid_artefacts')
      .select('grant_id')
      .where('model', '=', model)
      .where('digest', '=', digestOf(id))
      .executeTakeFirst();
    const grantId = used?.grant_id;
    if (!grantId) return;
    await transaction(db, async within => {
      // First: from then on `holdGrant` refuses what the other use would write.
      await within
        .deleteFrom('openid_artefacts')
        .where('model', '=', 'Grant')
        .where('digest', '=', digestOf(grantId))
        .execute();
      await within
        .deleteFrom('openid_artefacts')
        .where('grant_id', '=', grantId)
        .where('model', '!=', 'Interaction')
        .execute();
    });
  };

  return (model: string): Adapter => {
    const rows = () =>
      db
        .selectFrom('openid_artefacts')
        .select(['payload', 'consumed_at'])
        .where('model', '=', model)
        .where('expires_at', '>', new Date(now()))
        // With a session ends everything that it gave.
        .where(eb =>
          eb.or([
            eb('session_id', 'is', null),
            eb.exists(
              eb
                .selectFrom('sessions')
                .select('sessions.id')
                .whereRef('sessions.id', '=', 'openid_artefacts.session_id')
                .where('sessions.ended_at', 'is', null)
                .where('sessions.expires_at', '>', new Date(now())),
            ),
          ]),
        );
    const read = (row: { payload: object; consumed_at: Date | null } | undefined, jti?: string) =>
      row && {
        ...(row.payload as AdapterPayload),
        ...(jti === undefined ? {} : { jti }),
        ...(row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1000) } : {}),
      };

    return {
      upsert: async (id, payload, life = 0) => {
        const { accountId } = payload;
        if (accountId === undefined) return void (await write(db, model, id, payload, life));
        await transaction(db, async within => {
          const session = await holdSession(within, accountId, now());
          if (!session) throw invalidGrant('the session has ended');
          if (model !== 'Interaction' && payload.grantId !== undefined)
            if (!(await holdGrant(within, payload.grantId))) throw invalidGrant('the grant has ended');
          await write(within, model, id, payload, life);
          if (model === 'AuthorizationCode') await noteSignIn(within, now(), payload, session);
        });
      },
      find: async id =>
        model === 'Client'
          ? clientMetadata(db, id, now())
          : read(await rows().where('digest', '=', digestOf(id)).executeTakeFirst(), id),
      findByUid: async uid => {
        return read(await rows().where('uid', '=', uid).executeTakeFirst());
      },
      findByUserCode: async () => undefined,
      // Of two that use it concurrently one may be a thief: what followed from it ends, as where they come one after the other.
      consume: async id => {
        const { numUpdatedRows } = await db
          .updateTable('openid_artefacts')
          .set({ consumed_at: new Date(now()) })
          .where('model', '=', model)
          .where('digest', '=', digestOf(id))
          .where('consumed_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) return;
        await endGrantOf(model, id);
        throw invalidGrant('used already');
      },
      destroy: id =>
        transaction(db, async within => {
          const gone = await within
            .deleteFrom('openid_artefacts')
            .where('model', '=', model)
            .where('digest', '=', digestOf(id))
            .returning('session_id')
            .executeTakeFirst();
          // A sign-out at a client is one here.
          if (model === 'Session' && gone?.session_id && signsOut())
            await within
              .updateTable('sessions')
              .set({ ended_at: new Date(now()), ended_by: 'signed-out' })
              .where('id', '=', gone.session_id)
              .where('ended_at', 'is', null)
              .execute();
        }),
      revokeByGrantId: async grantId => {
        await db
          .deleteFrom('openid_artefacts')
          .where('model', '=', model)
          .where('grant_id', '=', grantId)
          .execute();
      },
    };
  };
};
