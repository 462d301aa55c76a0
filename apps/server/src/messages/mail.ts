/**
 * Mails: one that carries a code, or says that an address has no account, and one that tells of a change. Subject, plain
 * text and HTML, in the message's language.
 */
import type { Message } from './messages.ts';
import { type Notice, noticeTime, noticeWords } from './notices.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { linkLabels, textOf } from './texts.ts';

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const words = {
  'zh-CN': {
    subject: '您的验证码',
    withoutAccount: '这个邮箱没有账号',
    unasked: '如果您没有请求过验证码，请忽略这封邮件。',
  },
  en: {
    subject: 'Your verification code',
    withoutAccount: 'No account at this address',
    unasked: 'If you asked for no code, ignore this message.',
  },
} as const satisfies Record<Message['language'], object>;

const font = "system-ui,-apple-system,'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif";

/** The subject never holds the code: it is shown on locked screens. */
export const mailOf = (message: Message): Mail => {
  const { unasked, ...subjects } = words[message.language];
  const { code } = message;
  const subject = code === undefined ? subjects.withoutAccount : subjects.subject;
  const figures =
    code === undefined
      ? ''
      : `<p style="margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:.12em">${code}</p>\n`;
  const text = textOf({ ...message, link: undefined });
  const { link } = message;
  const linked =
    link === undefined
      ? ''
      : `<p style="margin:0 0 16px">${linkLabels[message.language]}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>\n`;
  // No colours: the reader's own theme holds. Nothing here comes from outside but the six digits and the link.
  const html = `<!doctype html>
<html lang="${message.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.7 ${font}">
<p style="margin:0 0 16px">${text}</p>
${figures}${linked}<p style="margin:0;font-size:14px;opacity:.8">${unasked}</p>
</body></html>
`;
  return { subject, text: `${textOf(message)}\n\n${unasked}\n`, html };
};

const noticeMail = {
  'zh-CN': {
    subject: '账号安全提醒',
    unasked: '如果是您本人的操作，无需处理这封邮件。',
    stranger: '如果不是您本人的操作：',
    takeBack: '撤销这次更改（72 小时内有效）',
    end: '退出所有设备（7 天内有效）',
    next: '然后请尽快重设密码。',
  },
  en: {
    subject: 'Security notice about your account',
    unasked: 'If this was you, there is nothing to do.',
    stranger: 'If this was not you:',
    takeBack: 'Take this change back (valid for 72 hours)',
    end: 'Sign out all devices (valid for 7 days)',
    next: 'Then reset your password.',
  },
} as const satisfies Record<Message['language'], object>;

/** Other words if an operator made the change, which an impostor may have requested. */
const madeForYou = {
  'zh-CN': {
    unasked: '如果是您向学校申请的，登录后重新设置即可。',
    stranger: '如果您未曾向学校申请：',
    next: '然后请立即联系学校。',
  },
  en: {
    unasked: 'If you asked the school for this, sign in and set it up again.',
    stranger: 'If you did not ask the school for this:',
    next: 'Then tell the school at once.',
  },
} as const satisfies Record<Message['language'], object>;

/** The mail of a security message. The subject names no detail: it is shown on locked screens. */
export const noticeMailOf = (notice: Notice): Mail => {
  const { kind, language, link, takeBack } = notice;
  const words = {
    ...noticeMail[language],
    ...(kind === 'second-factor-removed' || kind === 'birth-year-corrected' ? madeForYou[language] : {}),
  };
  const what = `${noticeWords(notice)}${language === 'en' ? ', ' : '，'}${noticeTime(notice.at, language)}${language === 'en' ? '.' : '。'}`;
  const links = [...(takeBack === undefined ? [] : [[words.takeBack, takeBack]]), [words.end, link]] as const;
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${words.subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.7 ${font}">
<p style="margin:0 0 16px">${escapeHtml(what)}</p>
<p style="margin:0 0 8px">${words.stranger}</p>
<ul style="margin:0 0 16px">${links.map(([text = '', url = '']) => `<li><a href="${escapeHtml(url)}">${text}</a></li>`).join('')}</ul>
<p style="margin:0 0 16px">${words.next}</p>
<p style="margin:0;font-size:14px;opacity:.8">${words.unasked}</p>
</body></html>
`;
  const text = [
    what,
    '',
    words.stranger,
    ...links.map(([name, url]) => `${name}: ${url}`),
    words.next,
    '',
    words.unasked,
    '',
  ].join('\n');
  return { subject: words.subject, text, html };
};
