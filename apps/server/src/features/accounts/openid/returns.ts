/** Where an answer of the provider leads the browser: back to the client, or to the account. */
import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * Without a session at the provider nobody is signed out. The account may be signed in nevertheless, so its page follows, where people
 * sign out.
 */
export const leadToAccount = async (ctx: KoaContextWithOIDC): Promise<void> => {
  const { session } = ctx.oidc;
  if (ctx.status !== 200 || !session || session.accountId !== undefined) return;
  await session.destroy();
  // Its cookie names the session that was destroyed.
  ctx.remove('set-cookie');
  ctx.status = 303;
  ctx.redirect('/account');
};

/** Browsers apply `form-action` to a form that leads to the client, and to where an answer redirects, as after a sign-out. */
export const allowReturn = (ctx: KoaContextWithOIDC): void => {
  const { client, params, route } = ctx.oidc;
  const {
    post_logout_redirect_uri: after,
    redirect_uri: back,
    response_mode: mode,
  } = (params ?? {}) as Readonly<Record<string, unknown>>;
  const to = route === 'end_session' ? after : mode === 'form_post' ? back : undefined;
  if (!client || typeof to !== 'string' || !URL.canParse(to)) return;
  if (!(route === 'end_session' ? client.postLogoutRedirectUriAllowed(to) : client.redirectUriAllowed(to)))
    return;
  const policy = ctx.response.get('content-security-policy');
  if (policy)
    ctx.set(
      'content-security-policy',
      policy.replace("form-action 'self'", `form-action 'self' ${new URL(to).origin}`),
    );
};
