/** When a person is led to our pages before a client gets a code: always, unless the client asks that nothing be shown. */
import type { Account, KoaContextWithOIDC, interactionPolicy as Policies } from 'oidc-provider';
import { ownMetadata } from './client-metadata.ts';
import { ACR, type OpenidSession } from './openid-session.ts';

/** The account at the provider, with the session that it stands for. */
export interface OpenidAccount extends Account {
  readonly session: OpenidSession;
}

export const accountOf = (ctx: KoaContextWithOIDC): OpenidAccount | undefined =>
  ctx.oidc.account as OpenidAccount | undefined;

/** Whether a client asks for a second factor: always, or in this request. */
export const asksSecondFactor = (
  client: object,
  { acr_values: asked }: { readonly acr_values?: unknown },
): boolean =>
  ownMetadata(client).requiresSecondFactor || (typeof asked === 'string' && asked.split(' ')[0] === ACR.two);

/**
 * The library's policy, which asks for a sign-in where there is none, the client says `login`, or the last one is older than `max_age`.
 * @param owes whether the person has to do something first
 */
export const createPolicy = (
  { Check, base }: typeof Policies,
  owes: (session: OpenidSession) => Promise<boolean>,
): Policies.DefaultPolicy => {
  const policy = base();
  const login = policy.get('login');
  if (!login) throw new Error('The library has no such prompt.');
  const add = (name: string, words: string, asks: (ctx: KoaContextWithOIDC) => boolean | Promise<boolean>) =>
    login.checks.add(
      new Check(name, words, 'login_required', async ctx =>
        (await asks(ctx)) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  // These compare what a client knows of a person with the session, which stands for the person here.
  login.checks.remove('id_token_hint');
  login.checks.remove('claims_id_token_sub_value');
  add('person', 'the person has to be seen first', async ctx => {
    const account = accountOf(ctx);
    if (!account) return true;
    if (!ctx.oidc.result?.login && !ctx.oidc.prompts.has('none')) return true;
    return owes(account.session);
  });
  add('another_person', 'another person is signed in', async ctx => {
    const hint = ctx.oidc.entities['IdTokenHint'] as { payload?: { sub?: string } } | undefined;
    return hint !== undefined && hint.payload?.sub !== accountOf(ctx)?.session.accountId;
  });
  add('second_factor', 'a second factor is required', ctx => {
    const { client } = ctx.oidc;
    return (
      client !== undefined &&
      asksSecondFactor(client, ctx.oidc.params ?? {}) &&
      accountOf(ctx)?.session.secondFactor !== true
    );
  });
  return policy;
};
