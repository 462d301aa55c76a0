/** The pages of the provider that the server draws itself: what went wrong, and the sign-out that a client asks for. */
import type { KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml } from '../../../http/escape-html.ts';
import { newPageNonce, pageFor, pageText } from '../../../http/html.ts';
import { contentSecurityPolicy } from '../../../http/security.ts';
import type { Site } from '../../../http/site-foot.ts';
import type { Words } from '../../../platform/words.ts';
import type { ProviderPages } from './provider.ts';

const en = {
  failed: 'This sign-in does not work',
  failedText:
    'Go back to the site that you came from, and sign in there again. If it happens again, tell the school: {error}.',
  signOut: 'Sign out',
  signOutText:
    'You will be signed out of your account in this browser, and at the sites that you signed in to with it.',
  signOutButton: 'Sign out',
  stay: 'Stay signed in',
  signedOut: 'You are signed out',
  signedOutText: 'You are signed out of your account in this browser.',
  home: 'To the start page',
};

export type OpenidWords = typeof en;

export const openidWords: Words<OpenidWords> = {
  en,
  'zh-CN': {
    failed: '无法登录',
    failedText: '请返回原来的网站重新登录。如果仍然出现此提示，请告知学校：{error}。',
    signOut: '退出登录',
    signOutText: '你的账号将在此浏览器中退出登录，并退出用它登录的其他网站。',
    signOutButton: '退出登录',
    stay: '保持登录',
    signedOut: '你已退出登录',
    signedOutText: '你的账号已在此浏览器中退出登录。',
    home: '返回首页',
  },
};

/** @param site whose pages they are */
export const createProviderPages = (words: Words<OpenidWords>, site: Site): ProviderPages => {
  const send = (
    ctx: KoaContextWithOIDC,
    draw: (own: OpenidWords) => { readonly title: string; readonly body: string },
  ): void => {
    const nonce = newPageNonce();
    const page = pageFor(ctx.req.headers, language => draw(words[language]));
    ctx.set('content-security-policy', contentSecurityPolicy(nonce));
    ctx.set('cache-control', 'no-store');
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = pageText(page, site, nonce);
  };
  const text = (words_: string) => `<p>${escapeHtml(words_)}</p>`;
  return {
    error: (ctx, error) =>
      send(ctx, own => ({
        title: own.failed,
        body: text(own.failedText.replace('{error}', () => error)),
      })),
    signOut: (ctx, form) =>
      send(ctx, own => ({
        title: own.signOut,
        body: `${text(own.signOutText)}
${form}<p><button type="submit" class="first" form="op.logoutForm" name="logout" value="yes">${escapeHtml(own.signOutButton)}</button>
<a href="/">${escapeHtml(own.stay)}</a></p>`,
      })),
    signedOut: ctx =>
      send(ctx, own => ({
        title: own.signedOut,
        body: `${text(own.signedOutText)}<p><a href="/">${escapeHtml(own.home)}</a></p>`,
      })),
  };
};
