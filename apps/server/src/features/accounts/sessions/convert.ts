/** Turns an older site's session into tokens (specification, section 4, step 3). */
import type { TokenSet } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Client } from '../../../http/client-headers.ts';
import type { Language } from '../../../http/language.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { OlderUser, Converter } from '../third-party/vendors/older-site.ts';
import { findAccount } from '../../../identity/identifiers.ts';
import { readIdentity } from '../../../platform/identifier.ts';
import { mayConvert, noteConversion } from './converted-sessions.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Sessions } from './sessions.ts';
import { type TokenContext, tokensOf } from './token-set.ts';

export interface ConvertContext extends TokenContext {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly sessions: Sessions;
  readonly converter: Converter;
}

const ACCOUNT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The account that the older site means: by our own id, or by an identifier that it answers for. Never by a name. */
const accountOf = async (db: Kysely<Database>, { kind, value }: OlderUser) => {
  if (kind === 'account') {
    if (!ACCOUNT_ID.test(value)) return undefined;
    return db.selectFrom('accounts').select(['id', 'pid']).where('id', '=', value).executeTakeFirst();
  }
  // The kind is what the site says: an e-mail address that looks like a number is none.
  const identifier = readIdentity(value);
  const found = identifier.kind === kind ? await findAccount(db, identifier) : undefined;
  return (
    found && db.selectFrom('accounts').select(['id', 'pid']).where('id', '=', found.id).executeTakeFirst()
  );
};

/**
 * @throws the refusals CookieInvalid (no session there, no account here, or what it began has ended), AccountBlocked,
 * and TooBusy where the older site does not answer.
 */
export const convertSession = async (
  context: ConvertContext,
  request: {
    readonly header: (name: string) => string | undefined;
    readonly ip: string;
    readonly userAgent: string;
    readonly client: Client;
    readonly language: Language;
  },
): Promise<TokenSet> => {
  const { header, ip, userAgent, client, language } = request;
  const presented = { cookies: header('cookie'), authorization: header('authorization') };
  const user = await context.converter.identify(presented);
  const name = context.converter.sessionName(presented);
  const account = user && (await accountOf(context.app.db, user));
  if (!account || name === undefined) throw refuse('CookieInvalid');
  const { id: accountId, pid } = account;
  // The older site vouches for who it is, not that the person has just signed in there.
  const newSession = {
    accountId,
    pid,
    ip,
    userAgent,
    client,
    language,
    method: 'older-site',
    proved: false,
    provedSince: user.since,
  } as const;
  const started = await transaction(context.app.db, async db => {
    const at = context.app.now();
    if (!(await mayConvert(db, name, at))) return { state: 'ended' } as const;
    const begun = await context.sessions.start(db, newSession);
    // The session holds the account's row now: a change that ran meanwhile may have taken the number off the account.
    if ((await accountOf(db, user))?.id !== accountId) throw refuse('CookieInvalid');
    if (begun.state === 'begun') await noteConversion(db, { name, sessionId: begun.session.id, at });
    return begun;
  });
  if (started.state === 'refused') throw refuse('AccountBlocked');
  // Signed out here, or the account's sessions were ended since it began; or a second factor is asked for, which the older site does not know: the person signs in here.
  if (started.state !== 'begun') throw refuse('CookieInvalid');
  return tokensOf(context, started.session);
};
