/** Why another service did not take what the server sent: in words where they are known, else its own code. */
import type { Language } from '@rollcall/ui';
import { errorTexts, refusalText } from './error-texts.ts';
import type { Translations } from './translations.ts';

const en = {
  timedOut: 'no answer in time',
  refused: 'the connection was refused',
  broken: 'the connection broke',
  unresolved: 'its host name was not found',
  certificate: 'its certificate is not valid',
  forbidden: 'its host name leads to this machine, or to an address that only it reaches',
  unreadable: 'its answer could not be read',
  unknown: 'unknown reason',
  answered: (status: string) => `the answer had status ${status}`,
};

const words: Translations<typeof en> = {
  'zh-CN': {
    timedOut: '对方未及时响应',
    refused: '连接被拒绝',
    broken: '连接中断',
    unresolved: '域名无法解析',
    certificate: '证书无效',
    forbidden: '域名指向本机或仅本机可访问的地址',
    unreadable: '返回内容无法识别',
    unknown: '原因不明',
    answered: status => `对方返回状态码 ${status}`,
  },
  en,
};

const known: readonly (readonly [failure: RegExp, name: Exclude<keyof typeof en, 'answered'>])[] = [
  [/timeout|^no answer$|\bETIMEDOUT\b/i, 'timedOut'],
  [/\bECONNREFUSED\b/, 'refused'],
  [/\b(?:ECONNRESET|EPIPE)\b/, 'broken'],
  [/\b(?:ENOTFOUND|EAI_AGAIN)\b/, 'unresolved'],
  [/^(?:CERT|ERR_TLS|DEPTH|SELF|UNABLE)_/, 'certificate'],
  [/^ADDRESS_NOT_ALLOWED$/, 'forbidden'],
  [/^unreadable answer$/, 'unreadable'],
  [/^unknown$/, 'unknown'],
];

/**
 * @param failure a refusal's name, `status` and its number, an error number of the network, or a vendor's own code or words,
 * which stay as they are
 * @returns a clause without a full stop
 */
export const failureText = (language: Language, failure: string): string => {
  const [, status] = /\bstatus (\d{3})$/.exec(failure) ?? [];
  if (status !== undefined) return words[language].answered(status);
  if (Object.keys(errorTexts[language]).includes(failure)) return refusalText(language, failure);
  const [, name] = known.find(([form]) => form.test(failure)) ?? [];
  return name === undefined ? failure.replace(/[.。]+$/, '') : words[language][name];
};
