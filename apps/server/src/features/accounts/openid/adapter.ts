/** Where the provider keeps codes, tokens, grants, interactions and browsers' sessions: one table, by a digest of what the holder has. */
import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { sha256 } from '../../../platform/digest.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { repeatCollisions, transaction } from '../../../platform/database/transaction.ts';
import { clientMetadata } from './client-metadata.ts';

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

/**
 * A code is given: the client is told once the session ends, and its sign-ins are counted. The row of a client's day comes late, since all sign-ins
 * at the client wait for it.
 */
const noteSignIn = ({ clientId, sid }: AdapterPayload, at: Date): RawBuilder<unknown> => sql`,
  login as (
    insert into openid_logins (id, session_id, account_id, client_id, sid, created_at, due_at)
    select ${randomUUID()}, id, account_id, ${clientId}, ${sid ?? null}, ${at}, null from session, written where ${sid ?? null}::text is not null
    on conflict (session_id, client_id, sid) do update set due_at = null, attempts = 0
  ), day as (
    insert into openid_client_days (client_id, day, sign_ins)
    select ${clientId}, (${at}::timestamptz at time zone 'Asia/Shanghai')::date, 1 from written
    on conflict (client_id, day) do update set sign_ins = openid_client_days.sign_ins + 1
    returning client_id
  ), used as (
    update openid_clients set last_used_at = ${at} from day
    where id = day.client_id and (last_used_at is null or last_used_at < ${new Date(at.getTime() - USE_NOTED)})
  )`;

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
  const valuesOf = (model: string, id: string, payload: AdapterPayload, life: number): RawBuilder<unknown> =>
    sql`${model}, ${sha256(id)}, ${JSON.stringify(withoutSecrets(payload))}::jsonb, ${payload.clientId ?? null},
      ${payload.accountId ?? null}::uuid, ${payload.grantId ?? null}, ${payload.uid ?? null}, ${new Date(now() + life * 1000)}::timestamptz`;
  const insert = sql`insert into openid_artefacts (model, digest, payload, client_id, session_id, grant_id, uid, expires_at)`;
  const orReplace = sql`on conflict (model, digest) do update set payload = excluded.payload, client_id = excluded.client_id,
    session_id = excluded.session_id, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`;

  /**
   * Writes what lives with a session, in one statement. The session is held until it is committed: whatever ends it waits, and then finds what
   * was written. Likewise the grant, of which a code or token is.
   */
  const writeOfSession = async (model: string, id: string, payload: AdapterPayload, life: number) => {
    const at = new Date(now());
    const grant = model === 'Interaction' ? undefined : payload.grantId;
    const held = sql`select digest from openid_artefacts where model = 'Grant' and digest = ${sha256(grant ?? '')} for share`;
    const isCode = model === 'AuthorizationCode' && payload.clientId !== undefined;
    const statement = sql<{ running: boolean; written: boolean }>`
      with session as (
        select id, account_id from sessions
        where id = ${payload.accountId}::uuid and ended_at is null and expires_at > ${at} for share
      ), held as (
        ${grant === undefined ? sql`select` : held}
      ), written as (
        ${insert} select ${valuesOf(model, id, payload, life)} from session where exists (select from held)
        ${orReplace} returning digest
      )${isCode ? noteSignIn(payload, at) : sql``}
      select exists (select from session) as running, exists (select from written) as written`;
    // Foreign keys are checked at its end: who deletes the client holds it by then, and waits for the row of its day.
    const { rows } = await repeatCollisions(() => statement.execute(db));
    const [found] = rows;
    if (!found?.running) throw invalidGrant('the session has ended');
    if (!found.written) throw invalidGrant('the grant has ended');
  };

  const endGrantOf = async (model: string, id: string) => {
    const used = await db
      .selectFrom('openid_artefacts')
      .select('grant_id')
      .where('model', '=', model)
      .where('digest', '=', sha256(id))
      .executeTakeFirst();
    const grantId = used?.grant_id;
    if (!grantId) return;
    await transaction(db, async trx => {
      // First: from then on `holdGrant` refuses what the other use would write.
      await trx
        .deleteFrom('openid_artefacts')
        .where('model', '=', 'Grant')
        .where('digest', '=', sha256(grantId))
        .execute();
      await trx
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
        if (payload.accountId === undefined)
          await sql`${insert} values (${valuesOf(model, id, payload, life)}) ${orReplace}`.execute(db);
        else await writeOfSession(model, id, payload, life);
      },
      find: async id =>
        model === 'Client'
          ? clientMetadata(db, id, now())
          : read(await rows().where('digest', '=', sha256(id)).executeTakeFirst(), id),
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
          .where('digest', '=', sha256(id))
          .where('consumed_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) return;
        await endGrantOf(model, id);
        throw invalidGrant('used already');
      },
      destroy: id =>
        transaction(db, async trx => {
          const gone = await trx
            .deleteFrom('openid_artefacts')
            .where('model', '=', model)
            .where('digest', '=', sha256(id))
            .returning('session_id')
            .executeTakeFirst();
          // A sign-out at a client is one here.
          if (model === 'Session' && gone?.session_id && signsOut())
            await trx
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
