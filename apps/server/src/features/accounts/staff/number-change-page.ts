/**
 * `/number-change/TOKEN`: the link in the messages about a change of a number by the school. It cancels the change when its button is
 * pressed; opening it changes nothing, because mail scanners open links.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { escapeHtml } from '../../../http/escape-html.ts';
import { sendPage } from '../../../http/html.ts';
import { pageLanguage, pageTheme } from '../../../http/language.ts';
import { noticeTime } from '../../../messages/notices.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { CANCEL_PATH, changeTokenHash, endChange } from './number-change-end.ts';

const words = {
  'zh-CN': {
    title: '取消更换手机号',
    change: (from: string, to: string, at: string) => `学校将于${at}把账号的手机号由 ${from} 更换为 ${to}。`,
    add: (to: string, at: string) => `学校将于${at}为账号绑定手机号 ${to}。`,
    remove: (from: string, at: string) => `学校将于${at}移除账号的手机号 ${from}。`,
    ask: '如果您未曾向学校申请，请取消。取消后手机号不变。',
    button: '取消这次更改',
    done: '已取消，账号的手机号保持不变。如果不是您申请的，请立即联系学校。',
    over: '此链接已失效：这次更改已完成或已取消。如有疑问，请联系学校。',
  },
  en: {
    title: 'Cancel the change of the number',
    change: (from: string, to: string, at: string) =>
      `On ${at} the school will change the phone number of the account from ${from} to ${to}.`,
    add: (to: string, at: string) => `On ${at} the school will add the phone number ${to} to the account.`,
    remove: (from: string, at: string) =>
      `On ${at} the school will remove the phone number ${from} of the account.`,
    ask: 'If you did not ask the school for this, cancel it. The number then stays as it is.',
    button: 'Cancel this change',
    done: 'It is cancelled; the number stays as it is. If you did not ask for the change, tell the school at once.',
    over: 'This link is over: the change was made or cancelled. If something is wrong, please contact the school.',
  },
} as const;

type Words = (typeof words)[keyof typeof words];

export const addNumberChangePage = (
  server: FastifyInstance,
  { db, now }: { readonly db: Kysely<Database>; readonly now: () => number },
): void => {
  type Route = { Params: { token: string } };

  const find = (within: Kysely<Database>, token: string) =>
    within
      .selectFrom('number_changes')
      .selectAll()
      .where('state', '=', 'approved')
      .where(({ or, eb }) =>
        or([eb('old_token', '=', changeTokenHash(token)), eb('new_token', '=', changeTokenHash(token))]),
      );

  const send = (request: FastifyRequest, reply: FastifyReply, body: (own: Words) => string, code = 200) => {
    const language = pageLanguage(request.headers);
    // The token is in the path: it must not be sent on as a referrer, and not be indexed.
    void reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex').code(code);
    return sendPage(reply, {
      title: words[language].title,
      language,
      theme: pageTheme(request.headers),
      body: body(words[language]),
    });
  };
  const over = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, own => `<p>${own.over}</p>`, 410);

  server.get<Route>(`${CANCEL_PATH}:token`, async (request, reply) => {
    const found = await find(db, request.params.token).executeTakeFirst();
    if (!found) return over(request, reply);
    const at = noticeTime(found.due_at?.getTime() ?? now(), pageLanguage(request.headers));
    const from = found.old_number && maskPhone(found.old_number);
    const to = found.new_number && maskPhone(found.new_number);
    return send(request, reply, own => {
      const what =
        from === null ? own.add(to ?? '', at) : to === null ? own.remove(from, at) : own.change(from, to, at);
      return `<p>${escapeHtml(what)}</p>\n<p>${own.ask}</p>\n<form method="post"><button type="submit">${own.button}</button></form>`;
    });
  });

  void server.register(async scope => {
    // A form without fields, which browsers send as an empty body of this type.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: 0, parseAs: 'string' },
      (_, __, done) => done(null, undefined),
    );
    scope.post<Route>(`${CANCEL_PATH}:token`, async (request, reply) => {
      const hash = changeTokenHash(request.params.token);
      const cancelled = await transaction(db, async within => {
        const found = await find(within, request.params.token).executeTakeFirst();
        if (!found) return false;
        // The account first, as the job that does it.
        await within
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', found.account_id)
          .forUpdate()
          .execute();
        const row = await find(within, request.params.token).forUpdate().executeTakeFirst();
        if (!row) return false;
        const by = row.old_token?.equals(hash) ? 'old-number' : 'new-number';
        await endChange(within, row, { state: 'cancelled', by, at: now() });
        return true;
      });
      return cancelled ? send(request, reply, own => `<p>${own.done}</p>`) : over(request, reply);
    });
  });
};
