/** `/dev/messages` and `/dev/messages.json`: the codes that were sent, outside production only. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Feature } from '../http/feature.ts';
import type { DevelopmentSender, KeptMessage, KeptNotice } from './development.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { sendPage } from '../http/html.ts';
import { type Language, pageLanguage, pageTheme } from '../http/language.ts';
import { refuse } from '../platform/refusal.ts';
import type { Words } from '../platform/words.ts';
import type { Channel } from './messages.ts';
import { noticeTime } from './notices.ts';
import { messageWords } from './words.ts';

export const developmentMessages = (development: DevelopmentSender): Feature => ({
  addRoutes: server => addDevelopmentMessages(server, development),
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

/** @throws the refusal NotFound for a request that a proxy forwarded: a server that others reach must not show codes */
const refuseForwarded = async ({ headers }: FastifyRequest): Promise<void> => {
  if (
    ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some(
      name => headers[name] !== undefined,
    )
  ) {
    throw refuse('NotFound');
  }
};

const addDevelopmentMessages = (server: FastifyInstance, development: DevelopmentSender): void => {
  server.get('/dev/messages.json', { onRequest: refuseForwarded }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return development.list(recipientOf(request));
  });
  server.get('/dev/notices.json', { onRequest: refuseForwarded }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return development.listNotices(recipientOf(request));
  });
  server.get('/dev/messages', { onRequest: refuseForwarded }, async (request, reply) => {
    const language = pageLanguage(request.headers);
    const english = language === 'en';
    const messages = development.list(recipientOf(request));
    const notices = development.listNotices(recipientOf(request));
    const empty = english
      ? 'Codes that the server sends will stand here. Ask for one on the sign-up page.'
      : '服务器发出的验证码会显示在这里。请先在注册页获取验证码。';
    return sendPage(reply, {
      title: english ? 'Messages sent (development)' : '已发送的消息（开发环境）',
      language,
      theme: pageTheme(request.headers),
      body:
        (messages.length === 0
          ? `<p>${empty} <a href="/sign-up">/sign-up</a></p>`
          : `<ol>${messages.map(item(language)).join('\n')}</ol>`) +
        (notices.length === 0
          ? ''
          : `<h2>${english ? 'Security messages' : '安全提醒'}</h2><ol>${notices.map(noticeItem(language)).join('\n')}</ol>`),
    });
  });
};
