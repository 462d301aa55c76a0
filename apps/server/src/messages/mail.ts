/**
 * Mails: one that carries a code, or says that an address has no account, and one that tells of a change. Subject, plain
 * text and HTML, in the message's language.
 */
import type { Mail, Message } from './messages.ts';
import { isBySchool, type Notice, noticeClause, noticeTime, ownPage } from './notices.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { fill } from '../platform/words.ts';
import { textOf } from './texts.ts';
import { messageWords } from './words.ts';

const font = "system-ui,-apple-system,'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif";

/** The subject never holds the code: it is shown on locked screens. */
export const mailOf = (message: Message, words: typeof messageWords = messageWords): Mail => {
  const { code, link, language } = message;
  const own = words[language].mail;
  const subject = code === undefined ? own.withoutAccountSubject : own.subject;
  const figures =
    code === undefined
      ? ''
      : `<p style="margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:.12em">${code}</p>\n`;
  const text = textOf({ ...message, link: undefined }, words);
  const linked =
    link === undefined
      ? ''
      : `<p style="margin:0 0 16px">${escapeHtml(own.link)}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>\n`;
  // No colours: the reader's own theme holds.
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.7 ${font}">
<p style="margin:0 0 16px">${escapeHtml(text)}</p>
${figures}${linked}<p style="margin:0;font-size:14px;opacity:.8">${escapeHtml(own.unasked)}</p>
</body></html>
`;
  return { subject, text: `${textOf(message, words)}\n\n${own.unasked}\n`, html };
};

/** The mail of a security message. The subject names no detail: it is shown on locked screens. */
export const noticeMailOf = (notice: Notice, texts: typeof messageWords = messageWords): Mail => {
  const { kind, language, link, takeBack } = notice;
  const own = texts[language].notices.mail;
  const { setUp, ...bySchool } = own.bySchool;
  const words = {
    ...own,
    ...(isBySchool(notice) ? bySchool : {}),
    ...(kind === 'second-factor-removed' ? { unasked: setUp } : {}),
  };
  const pages: Partial<Record<string, { readonly link: string; readonly note: string }>> = own.pages;
  const url = ownPage(notice);
  const page = url === undefined ? undefined : pages[kind];
  const what = fill(own.what, {
    what: noticeClause(notice, texts),
    time: noticeTime(notice.at, language),
  });
  const links = page
    ? [[page.link, url]]
    : [...(takeBack === undefined ? [] : [[words.takeBack, takeBack]]), [words.end, link]];
  const lead = page ? '' : words.stranger;
  const next = page ? page.note : words.next;
  const last = page ? '' : words.unasked;
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(words.subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.7 ${font}">
<p style="margin:0 0 16px">${escapeHtml(what)}</p>
<p style="margin:0 0 8px">${escapeHtml(lead)}</p>
<ul style="margin:0 0 16px">${links.map(([text = '', url = '']) => `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`).join('')}</ul>
<p style="margin:0 0 16px">${escapeHtml(next)}</p>
<p style="margin:0;font-size:14px;opacity:.8">${escapeHtml(last)}</p>
</body></html>
`;
  const text = [
    what,
    '',
    ...(lead === '' ? [] : [lead]),
    ...links.map(([name, url]) => `${name}: ${url}`),
    next,
    '',
    ...(last === '' ? [] : [last, '']),
  ].join('\n');
  return { subject: words.subject, text, html };
};
