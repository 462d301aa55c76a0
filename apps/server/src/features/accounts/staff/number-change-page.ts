/**
 * `/number-change/TOKEN`: the link in the messages about a change of a number by the school. It cancels the change when its button is
 * pressed; opening it changes nothing, because mail scanners open links.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { pageLanguage } from '../../../http/language.ts';
import {
  addLinkPage,
  buttonForm,
  paragraph,
  sendLinkPage,
  type TokenRequest,
} from '../../../http/link-page.ts';
import { noticeTime } from '../../../messages/notices.ts';
import { sha256 } from '../../../platform/digest.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { fill, type Words } from '../../../platform/words.ts';
import { CANCEL_PATH, endChange } from './number-change-end.ts';

const en = {
  title: 'Cancel the change of the number',
  change: 'On {at} the school will change the phone number of the account from {from} to {to}.',
  add: 'On {at} the school will add the phone number {to} to the account.',
  remove: 'On {at} the school will remove the phone number {from} of the account.',
  ask: 'If you did not ask the school for this, cancel it. The number then stays as it is.',
  button: 'Cancel this change',
  done: 'It is cancelled; the number stays as it is. If you did not ask for the change, tell the school at once.',
  over: 'This link is over: the change was made or cancelled. If something is wrong, please contact the school.',
};

export type NumberChangeWords = typeof en;

export const numberChangeWords: Words<NumberChangeWords> = {
  en,
  'zh-CN': {
    title: '取消更换手机号',
    change: '学校将于{at}把账号的手机号由 {from} 更换为 {to}。',
    add: '学校将于{at}为账号绑定手机号 {to}。',
    remove: '学校将于{at}移除账号的手机号 {from}。',
    ask: '如果你未曾向学校申请，请取消。取消后手机号不变。',
    button: '取消这次更改',
    done: '已取消，账号的手机号保持不变。如果不是你申请的，请立即联系学校。',
    over: '此链接已失效：这次更改已完成或已取消。如有疑问，请联系学校。',
  },
};

/** What will be done: a change has both numbers, masked; an addition has no `from`, a removal no `to`. */
const sentenceOf = (own: NumberChangeWords, from: string | null, to: string | null, at: string): string => {
  if (from === null) return fill(own.add, { to: to ?? '', at });
  if (to === null) return fill(own.remove, { from, at });
  return fill(own.change, { from, to, at });
};

export const addNumberChangePage = (
  server: FastifyInstance,
  {
    db,
    now,
    words,
  }: {
    readonly db: Kysely<Database>;
    readonly now: () => number;
    readonly words: Words<NumberChangeWords>;
  },
): void => {
  const find = (trx: Kysely<Database>, token: string) =>
    trx
      .selectFrom('number_changes')
      .selectAll()
      .where('state', '=', 'approved')
      .where(({ or, eb }) => or([eb('old_token', '=', sha256(token)), eb('new_token', '=', sha256(token))]));

  const over = (request: TokenRequest, reply: FastifyReply) =>
    sendLinkPage(request, reply, words, own => paragraph(own.over), 410);

  addLinkPage(server, `${CANCEL_PATH}:token`, {
    open: async (request, reply) => {
      const found = await find(db, request.params.token).executeTakeFirst();
      if (!found) return over(request, reply);
      const at = noticeTime(found.due_at?.getTime() ?? now(), pageLanguage(request.headers));
      const from = found.old_number && maskPhone(found.old_number);
      const to = found.new_number && maskPhone(found.new_number);
      return sendLinkPage(request, reply, words, own =>
        [paragraph(sentenceOf(own, from, to, at)), paragraph(own.ask), buttonForm(own.button)].join('\n'),
      );
    },
    submit: async (request, reply) => {
      const hash = sha256(request.params.token);
      const cancelled = await transaction(db, async trx => {
        const found = await find(trx, request.params.token).executeTakeFirst();
        if (!found) return false;
        // The account first, as the job that does it.
        await trx
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', found.account_id)
          .forUpdate()
          .execute();
        const row = await find(trx, request.params.token).forUpdate().executeTakeFirst();
        if (!row) return false;
        const by = row.old_token?.equals(hash) ? 'old-number' : 'new-number';
        await endChange(trx, row, { state: 'cancelled', by, at: now() });
        return true;
      });
      return cancelled
        ? sendLinkPage(request, reply, words, own => paragraph(own.done))
        : over(request, reply);
    },
  });
};
