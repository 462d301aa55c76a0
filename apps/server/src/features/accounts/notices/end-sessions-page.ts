/**
 * `/end/TOKEN`: the link of security messages. It ends all sessions of the account once a button was pressed; opening it
 * changes nothing, because mail scanners open links.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { escapeHtml } from '../../../http/escape-html.ts';
import {
  addLinkPage,
  buttonForm,
  paragraph,
  sendLinkPage,
  type TokenRequest,
} from '../../../http/link-page.ts';
import { sha256 } from '../../../platform/digest.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Words } from '../../../platform/words.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** Milliseconds that a link is valid: 7 days. */
export const LINK_LIFE = 7 * 24 * 3600 * 1000;

const en = {
  title: 'Sign out all devices',
  ask: 'Your account will be signed out on every device and browser, and you will have to sign in again.',
  button: 'Sign out all devices',
  done: 'Your account is signed out on all devices. If somebody may know your password, reset it now.',
  reset: 'Reset the password',
  over: 'This link was used or has expired. Sign in to end other sessions on the page “Devices”, or reset the password.',
};

export type EndSessionsWords = typeof en;

export const endSessionsWords: Words<EndSessionsWords> = {
  en,
  'zh-CN': {
    title: '退出所有设备',
    ask: '你的账号将在所有设备和浏览器上退出登录，需要重新登录才能使用。',
    button: '退出所有设备',
    done: '你的账号已在所有设备上退出登录。如果你怀疑有人知道你的密码，请立即重设密码。',
    reset: '重设密码',
    over: '此链接已使用或已过期。你可以登录后在“设备”页面退出其他设备，或重设密码。',
  },
};

export const addEndSessionsPage = (
  server: FastifyInstance,
  {
    db,
    now,
    sessions,
    words,
  }: {
    readonly db: Kysely<Database>;
    readonly now: () => number;
    readonly sessions: Sessions;
    readonly words: Words<EndSessionsWords>;
  },
): void => {
  const valid = (trx: Kysely<Database>, token: string) =>
    trx
      .selectFrom('security_notices')
      .select(['id', 'account_id'])
      .where('link_hash', '=', sha256(token))
      .where('link_used_at', 'is', null)
      .where('created_at', '>', new Date(now() - LINK_LIFE));

  const send = (request: TokenRequest, reply: FastifyReply, text: 'ask' | 'done' | 'over') =>
    sendLinkPage(
      request,
      reply,
      words,
      own =>
        `${paragraph(own[text])}\n${text === 'ask' ? buttonForm(own.button) : `<p><a href="/reset">${escapeHtml(own.reset)}</a></p>`}`,
      text === 'over' ? 410 : 200,
    );

  addLinkPage(server, '/end/:token', {
    open: async (request, reply) => {
      const found = await valid(db, request.params.token).executeTakeFirst();
      return send(request, reply, found ? 'ask' : 'over');
    },
    submit: async (request, reply) => {
      const ended = await transaction(db, async trx => {
        const found = await valid(trx, request.params.token).executeTakeFirst();
        if (!found) return false;
        // The account's row first, as every sign-in locks it: one that runs now is ended too.
        await trx
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', found.account_id)
          .forUpdate()
          .execute();
        const used = await trx
          .updateTable('security_notices')
          .set({ link_used_at: new Date(now()) })
          .where('id', '=', found.id)
          .where('link_used_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (!used) return false;
        await sessions.endAll(trx, found.account_id, 'link');
        await trx.deleteFrom('known_devices').where('account_id', '=', found.account_id).execute();
        return true;
      });
      return send(request, reply, ended ? 'done' : 'over');
    },
  });
};
