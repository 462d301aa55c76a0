/** Turns an older site's session into tokens (specification, section 4, step 3). */
import type { TokenSet } from '@rollcall/contract';
import type { Language } from '../../http/language.ts';
import { refuse } from '../../platform/refusal.ts';
import type { OlderUser } from './third-party/older-site.ts';
import { findAccount } from '../../identity/identifiers.ts';
import { readIdentity } from '../../platform/identifier.ts';
import { type AccountsContext, tokensOf } from './context.ts';

const ACCOUNT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The account that the older site means: by our own id, or by an identifier that it answers for. Never by a name. */
const accountOf = async ({ app }: AccountsContext, { kind, value }: OlderUser) => {
  if (kind === 'account') {
    if (!ACCOUNT_ID.test(value)) return undefined;
    return app.db.selectFrom('accounts').select(['id', 'pid']).where('id', '=', value).executeTakeFirst();
  }
  // The kind is what the site says: an e-mail address that looks like a number is none.
  const identifier = readIdentity(value);
  const found = identifier.kind === kind ? await findAccount(app.db, identifier) : undefined;
  return (
    found && app.db.selectFrom('accounts').select(['id', 'pid']).where('id', '=', found.id).executeTakeFirst()
  );
};

/**
 * @throws the refusals CookieInvalid (no session there, or no account here), AccountBlocked,
 * and TooBusy where the older site does not answer.
 */
export const convertSession = async (
  context: AccountsContext,
  asked: {
    readonly header: (name: string) => string | undefined;
    readonly ip: string;
    readonly userAgent: string;
    readonly language: Language;
  },
): Promise<TokenSet> => {
  const { header, ip, userAgent, language } = asked;
  const presented = { cookies: header('cookie'), authorization: header('authorization') };
  // Signed out here, whatever the older site says; a token that is given is a wish to sign in.
  if (presented.authorization === undefined && context.olderSessions.isMarked(presented.cookies))
    throw refuse('CookieInvalid');
  const user = await context.converter.identify(presented);
  const account = user && (await accountOf(context, user));
  if (!account) throw refuse('CookieInvalid');
  const { id: accountId, pid } = account;
  // The older site vouches for who it is, not that the person has just signed in there.
  const started = { accountId, pid, ip, userAgent, language, method: 'older-site', proved: false } as const;
  const session = await context.sessions.start(context.app.db, started);
  if (!session) throw refuse('AccountBlocked');
  // The older site knows no second factor, which the account or the pid asks for: the person signs in here.
  if (session === 'second-factor') throw refuse('CookieInvalid');
  return tokensOf(context, session);
};
