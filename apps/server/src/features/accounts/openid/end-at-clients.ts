/** Ends what clients were given of an account, while its sessions here go on. */
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';

/**
 * Within the transaction `db`. The clients are told by the job.
 * @param options.clientId that one alone. @default all
 */
export const endAtClients = async (
  db: Kysely<Database>,
  { accountId, clientId, at }: { accountId: string; clientId?: string; at: number },
): Promise<void> => {
  let logins = db
    .updateTable('openid_logins')
    .set({ due_at: new Date(at) })
    .where('account_id', '=', accountId)
    .where('due_at', 'is', null);
  let artefacts = db
    .deleteFrom('openid_artefacts')
    .where('session_id', 'in', eb =>
      eb.selectFrom('sessions').select('sessions.id').where('sessions.account_id', '=', accountId),
    )
    // The browser's session at the provider stays.
    .where('client_id', 'is not', null);
  if (clientId !== undefined) {
    logins = logins.where('client_id', '=', clientId);
    artefacts = artefacts.where('client_id', '=', clientId);
  }
  await logins.execute();
  await artefacts.execute();
};
