/** The words of a code, by what it is for. */
import type { Purpose } from '@rollcall/contract';
import type { Message } from './messages.ts';

/** Minutes that a code lives. */
export const MINUTES = 10;

const purposes = {
  'zh-CN': {
    register: '注册',
    login: '登录',
    silence: '登录',
    oauth: '登录',
    bind: '绑定手机号',
    change: '更换手机号',
    update: '修改密码',
    reset: '重设密码',
    common: '验证',
    proof: '确认身份',
    email: '验证邮箱',
    guardian: '办理监护人事项',
  },
  en: {
    register: 'to sign up',
    login: 'to sign in',
    silence: 'to sign in',
    oauth: 'to sign in',
    bind: 'to add this phone number',
    change: 'to change the phone number',
    update: 'to change the password',
    reset: 'to reset the password',
    common: 'to verify',
    proof: 'to confirm that it is you',
    email: 'to verify this address',
    guardian: 'to act as a guardian',
  },
} as const satisfies Record<Message['language'], Record<Purpose, string>>;

/** What differs in a message to an e-mail address. */
const byEmail: Readonly<Record<Message['language'], Partial<Record<Purpose, string>>>> = {
  'zh-CN': { bind: '绑定邮箱' },
  en: { bind: 'to add this e-mail address' },
};

/** What differs in a text message. English is short: with a signature in 【】 a segment holds 70 characters. */
const bySms: Readonly<Record<Message['language'], Partial<Record<Purpose, string>>>> = {
  'zh-CN': { common: '身份验证', proof: '确认本人操作' },
  en: {
    bind: 'to add this number',
    change: 'to change number',
    update: 'to change password',
    reset: 'to reset password',
    proof: 'to confirm identity',
    guardian: 'to act as guardian',
  },
};

/** What the code is for, in the words of the channel. */
const purposeOf = ({ channel, purpose, language }: Omit<Message, 'to' | 'code'>): string => {
  const own = channel === 'email' ? byEmail : channel === 'sms' ? bySms : undefined;
  return own?.[language][purpose] ?? purposes[language][purpose];
};

/** Stands before the link of a message. */
export const linkLabels = {
  'zh-CN': '也可以在任意设备上打开此链接，输入申请绑定的页面上显示的数字：',
  en: 'Or open this link on any device, and type the digits shown on the page where you asked:',
} as const satisfies Record<Message['language'], string>;

/** The whole text in the message's language, without a text message's signature. */
export const textOf = ({ code, link, ...message }: Omit<Message, 'to'>): string => {
  const { channel, language } = message;
  const what = purposeOf(message);
  if (code === undefined) {
    return language === 'en'
      ? `Someone asked for a code ${what} with this address, but it has no account. If it was you, use the address or phone number that you signed up with.`
      : `有人用这个邮箱获取${what}验证码，但它还没有账号。如果是您本人，请改用注册时的邮箱或手机号。`;
  }
  if (channel === 'sms') {
    return language === 'en'
      ? `Code ${code} ${what}. Valid ${MINUTES} min. Never share it.`
      : `验证码 ${code}，用于${what}，${MINUTES} 分钟内有效，请勿告诉他人。`;
  }
  const text =
    language === 'en'
      ? `${code} is your code ${what}. It is valid for ${MINUTES} minutes. Do not share it with anyone.`
      : `您的${what}验证码是 ${code}，${MINUTES} 分钟内有效，请勿告诉他人。`;
  return link === undefined ? text : `${text}\n\n${linkLabels[language]}\n${link}`;
};
