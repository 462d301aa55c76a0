/**
 * The mail that carries a code, or says that an address has no account: subject, plain text and HTML, in the message's
 * language.
 */
import type { Message } from './messages.ts';
import { textOf } from './texts.ts';

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
  const text = textOf(message);
  // No colours: the reader's own theme holds. Nothing here comes from outside but the six digits.
  const html = `<!doctype html>
<html lang="${message.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.7 ${font}">
<p style="margin:0 0 16px">${text}</p>
${figures}<p style="margin:0;font-size:14px;opacity:.8">${unasked}</p>
</body></html>
`;
  return { subject, text: `${text}\n\n${unasked}\n`, html };
};
