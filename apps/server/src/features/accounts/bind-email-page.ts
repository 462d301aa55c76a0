/**
 * `/bind-email/TOKEN`: the link in the message to an address that is to be bound, for whoever reads mail on another device. The
 * page binds the address when its button is pressed, and signs nobody in; opening it changes nothing, because mail scanners
 * open links.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { escapeHtml, sendPage } from '../../http/html.ts';
import { pageLanguage, pageTheme } from '../../http/language.ts';
import { findAccount, identifiersOf } from '../../identity/identifiers.ts';
import type { TicketSubjects } from '../../identity/tickets.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';
import { maskEmail, maskPhone } from '../../platform/mask.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { AccountsContext } from './context.ts';
import { bindAddress, emailOf } from './email-binding.ts';

const words = {
  'zh-CN': {
    title: '绑定邮箱',
    ask: (email: string, account: string) => `将邮箱 ${email} 绑定到账号 ${account}？`,
    warning: '如果不是您本人申请的，请直接关闭此页，邮箱不会被绑定。',
    button: '确认绑定',
    done: (email: string, account: string) => `邮箱 ${email} 已绑定到账号 ${account}。`,
    next: '请回到申请绑定的页面继续操作。此页不会登录账号，可以关闭。',
    over: '此链接已使用或已过期。请回到账号的“安全”页面重新获取。',
    taken: (email: string) => `邮箱 ${email} 已绑定其他账号，无法再次绑定。`,
    unnamed: '（微信或 QQ 登录）',
  },
  en: {
    title: 'Add an e-mail address',
    ask: (email: string, account: string) => `Add the address ${email} to the account ${account}?`,
    warning: 'If you did not ask for this, close this page: the address is not added.',
    button: 'Add the address',
    done: (email: string, account: string) => `The address ${email} now belongs to the account ${account}.`,
    next: 'Go back to the page where you asked for it. Nobody is signed in here; you can close this page.',
    over: 'This link was used or has expired. Ask for a new one on the page “Security” of your account.',
    taken: (email: string) => `The address ${email} belongs to another account.`,
    unnamed: '(signed in by WeChat or QQ)',
  },
} as const;

type Words = (typeof words)[keyof typeof words];
type Link = TicketSubjects['email-link'];
type Outcome = { readonly state: 'ask' | 'done' | 'taken'; readonly email: string; readonly account: string };

/** The account as its person knows it: a masked number or address, or the username. */
const nameOf = async (db: Kysely<Database>, { accountId, before }: Link): Promise<string | undefined> => {
  const own = await identifiersOf(db, accountId);
  const value = (kind: string) => own.find(one => one.kind === kind)?.value;
  const phone = value('phone');
  if (phone !== undefined) return maskPhone(phone);
  return value('username') ?? (before === null ? undefined : maskEmail(before));
};

const bodyOf = (own: Words, { state, email, account }: Outcome): string => {
  const line = (text: string) => `<p>${escapeHtml(text)}</p>`;
  if (state === 'taken') return line(own.taken(email));
  if (state === 'done') return `${line(own.done(email, account))}\n${line(own.next)}`;
  const form = `<form method="post"><button type="submit">${own.button}</button></form>`;
  return `${line(own.ask(email, account))}\n${form}\n${line(own.warning)}`;
};

export const addBindEmailPage = (
  server: FastifyInstance,
  { app, tickets }: Pick<AccountsContext, 'app' | 'tickets'>,
): void => {
  type Route = { Params: { token: string } };
  const { db } = app;

  const send = (request: FastifyRequest, reply: FastifyReply, outcome: Outcome | undefined) => {
    const language = pageLanguage(request.headers);
    const own = words[language];
    // The token is in the path: it must not be sent on as a referrer, and not be indexed.
    void reply
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .code(outcome === undefined ? 410 : outcome.state === 'taken' ? 409 : 200);
    return sendPage(reply, {
      title: own.title,
      language,
      theme: pageTheme(request.headers),
      body: outcome === undefined ? `<p>${own.over}</p>` : bodyOf(own, outcome),
    });
  };
  const outcomeOf = async (link: Link, state: Outcome['state'], language: keyof typeof words) => ({
    state,
    email: maskEmail(link.email),
    account: (await nameOf(db, link)) ?? words[language].unnamed,
  });
  /** Whether who asked is still signed in, and nothing was bound in between. */
  const holds = async (
    within: Kysely<Database>,
    { accountId, sessionId, before }: Link,
  ): Promise<boolean> => {
    const running = await within
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select('sessions.id')
      .where('sessions.id', '=', sessionId)
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date(app.now()))
      .where('accounts.blocked_at', 'is', null)
      .executeTakeFirst();
    return running !== undefined && (await emailOf(within, accountId)) === before;
  };

  server.get<Route>('/bind-email/:token', async (request, reply) => {
    const link = await tickets.look('email-link', request.params.token);
    if (!link || !(await holds(db, link))) return send(request, reply, undefined);
    const found = await findAccount(db, { kind: 'email', value: link.email });
    const state = found ? 'taken' : 'ask';
    return send(request, reply, await outcomeOf(link, state, pageLanguage(request.headers)));
  });

  /** @returns the link that was used; undefined where it was used or is over. */
  const bind = (token: string, language: keyof typeof words): Promise<Link | undefined> =>
    transaction(db, async within => {
      const link = await tickets.consume(within, 'email-link', token);
      if (!link) return undefined;
      await within.selectFrom('accounts').select('id').where('id', '=', link.accountId).forUpdate().execute();
      if (!(await holds(within, link))) return undefined;
      const { accountId, sessionId, email } = link;
      await bindAddress(within, {
        caller: { accountId, sessionId },
        email,
        language,
        at: app.now(),
        provedBefore: true,
      });
      return link;
    });

  void server.register(async scope => {
    // A form without fields, which browsers send as an empty body of this type.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: 0, parseAs: 'string' },
      (_, __, done) => done(null, undefined),
    );
    scope.post<Route>('/bind-email/:token', async (request, reply) => {
      const { token } = request.params;
      const language = pageLanguage(request.headers);
      try {
        const link = await bind(token, language);
        return send(request, reply, link && (await outcomeOf(link, 'done', language)));
      } catch (error) {
        // The session ended while this waited.
        if (error instanceof Refusal) return send(request, reply, undefined);
        if (uniqueViolation(error) !== 'identifiers_value') throw error;
        const link = await tickets.look('email-link', token);
        return send(request, reply, link && (await outcomeOf(link, 'taken', language)));
      }
    });
  });
};
