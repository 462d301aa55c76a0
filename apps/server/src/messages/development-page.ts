/** `/dev/messages` and `/dev/messages.json`: the codes that were sent, outside production only. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Feature } from '../http/feature.ts';
import type { DevelopmentSender, KeptMessage, KeptNotice } from './development.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { pageFor, sendPage } from '../http/html.ts';
import type { Language } from '../http/language.ts';
import { plainIp } from '../http/trust.ts';
import { refuse } from '../platform/refusal.ts';
import type { Words } from '../platform/words.ts';
import type { Channel } from './messages.ts';
import { noticeTime } from './notices.ts';
import { messageWords } from './words.ts';

/** @param issuer the public URL */
export const developmentMessages = (development: DevelopmentSender, issuer: string): Feature => ({
  addRoutes: server => addDevelopmentMessages(server, development, issuer),
});

const recipientOf = (request: FastifyRequest): string | undefined => {
  const { to } = request.query as { to?: string | string[] };
  return Array.isArray(to) ? to[0] : to;
};

const channels: Words<Readonly<Record<Channel, string>>> = {
  'zh-CN': { sms: '短信', voice: '语音', email: '邮件' },
  en: { sms: 'text message', voice: 'voice', email: 'e-mail' },
};

/** How it was sent, what for, and when. */
const about = (language: Language, channel: Channel, what: string, at: string): string =>
  `<small>${[
    channels[language][channel],
    escapeHtml(what),
    `<time datetime="${at}">${noticeTime(Date.parse(at), language)}</time>`,
  ].join(' · ')}</small>`;

const item =
  (language: Language) =>
  ({ to, channel, purpose, code, text, at }: KeptMessage): string =>
    `<li><b>${escapeHtml(code)}</b> ${escapeHtml(to)} ` +
    `${about(language, channel, messageWords[language].purposes[purpose], at)}<br>${escapeHtml(text)}</li>`;

const noticeItem =
  (language: Language) =>
  ({ to, channel, kind, text, at }: KeptNotice): string =>
    `<li>${escapeHtml(to)} ` +
    about(language, channel, messageWords[language].notices.variables.what[kind], at) +
    `<br>${escapeHtml(text).replace(/https?:\/\/\S+/g, url => `<a href="${url}">${url}</a>`)}</li>`;

/** Names of this machine, with any port: they lead nobody elsewhere. */
const THIS_MACHINE = /^(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Whether the Host is this server's: the public URL's, this machine's, or the address that was connected to. */
const isOwnHost = ({ headers: { host = '' }, socket }: FastifyRequest, issuer: string): boolean => {
  if (THIS_MACHINE.test(host)) return true;
  if (host.toLowerCase() === new URL(issuer).host) return true;
  const address = plainIp(socket.localAddress ?? '');
  const name = host.replace(/:\d{1,5}$/, '');
  return address !== '' && (name === address || name === `[${address}]`);
};

/**
 * @throws the refusal NotFound for a request that a proxy forwarded, because a server that others reach must not show codes, and for one
 * to another Host, because a page of that name could read the answer (DNS rebinding)
 */
const refuseOthers = (request: FastifyRequest, issuer: string): void => {
  const { headers } = request;
  if (
    !isOwnHost(request, issuer) ||
    ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some(
      name => headers[name] !== undefined,
    )
  ) {
    throw refuse('NotFound');
  }
};

const addDevelopmentMessages = (
  server: FastifyInstance,
  development: DevelopmentSender,
  issuer: string,
): void => {
  const onRequest = async (request: FastifyRequest): Promise<void> => refuseOthers(request, issuer);
  server.get('/dev/messages.json', { onRequest }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return development.list(recipientOf(request));
  });
  server.get('/dev/notices.json', { onRequest }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return development.listNotices(recipientOf(request));
  });
  server.get('/dev/mails.json', { onRequest }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return development.listMails(recipientOf(request));
  });
  server.get('/dev/messages', { onRequest }, async (request, reply) => {
    const messages = development.list(recipientOf(request));
    const notices = development.listNotices(recipientOf(request));
    const draw = (language: Language) => {
      const english = language === 'en';
      const empty = english
        ? 'Codes that the server sends will stand here. Ask for one on the sign-up page.'
        : '服务器发出的验证码会显示在这里。请先在注册页获取验证码。';
      return {
        title: english ? 'Messages sent (development)' : '已发送的消息（开发环境）',
        body:
          (messages.length === 0
            ? `<p>${empty} <a href="/sign-up">/sign-up</a></p>`
            : `<ol>${messages.map(item(language)).join('\n')}</ol>`) +
          (notices.length === 0
            ? ''
            : `<h2>${english ? 'Security messages' : '安全提醒'}</h2><ol>${notices.map(noticeItem(language)).join('\n')}</ol>`),
      };
    };
    return sendPage(reply, pageFor(request.headers, draw));
  });
};
