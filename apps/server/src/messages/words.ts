/** The words of messages: of a code, by what it is for, and of mails. Those of security messages are in `notice-words.ts`. */
import type { Words } from '../platform/words.ts';
import { noticeWords } from './notice-words.ts';

const en = {
  /** A text message, without its signature: with it a segment holds 70 characters. */
  sms: 'Code {code} {purpose}. Valid {minutes} min. Never share it.',
  /** A mail, and what a call says. */
  code: '{code} is your code {purpose}. It is valid for {minutes} minutes. Do not share it with anyone.',
  purposes: {
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
  /** In place of `purposes` in a text message. */
  smsPurposes: {
    bind: 'to add this number',
    change: 'to change number',
    update: 'to change password',
    reset: 'to reset password',
    proof: 'to confirm identity',
    guardian: 'to act as guardian',
  },
  /** In place of `purposes` in a mail. */
  mailPurposes: { bind: 'to add this e-mail address' },
  mail: {
    subject: 'Your verification code',
    unasked: 'If you asked for no code, ignore this message.',
    /** Stands before the link. */
    link: 'Or open this link on any device, and type the digits shown on the page where you asked:',
    withoutAccountSubject: 'No account at this address',
    withoutAccount:
      'Someone asked for a code {purpose} with this address, but it has no account. If it was you, use the address or phone number that you signed up with.',
  },
  notices: noticeWords.en,
};

export type MessageWords = typeof en;

export const messageWords: Words<MessageWords> = {
  en,
  'zh-CN': {
    sms: '验证码 {code}，用于{purpose}，{minutes} 分钟内有效，请勿告诉他人。',
    code: '您用于{purpose}的验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    purposes: {
      register: '注册',
      login: '登录',
      silence: '登录',
      oauth: '登录',
      bind: '绑定手机号',
      change: '更换手机号',
      update: '修改密码',
      reset: '重设密码',
      common: '身份验证',
      proof: '确认身份',
      email: '验证邮箱',
      guardian: '办理监护人事项',
    },
    smsPurposes: {
      bind: '绑定手机号',
      change: '更换手机号',
      update: '修改密码',
      reset: '重设密码',
      proof: '确认本人操作',
      guardian: '办理监护人事项',
    },
    mailPurposes: { bind: '绑定邮箱' },
    mail: {
      subject: '您的验证码',
      unasked: '如果您没有请求过验证码，请忽略这封邮件。',
      link: '也可以在任意设备上打开此链接，输入申请绑定的页面上显示的数字：',
      withoutAccountSubject: '这个邮箱没有账号',
      withoutAccount:
        '有人用这个邮箱获取{purpose}验证码，但它还没有账号。如果是您本人，请改用注册时的邮箱或手机号。',
    },
    notices: noticeWords['zh-CN'],
  },
};
