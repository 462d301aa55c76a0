/** Words of the step that makes an account of a number. In a file of its own: only a number without an account loads it. */
import type { Language } from '@rollcall/ui';

const en = {
  title: 'Create your account',
  /** @param masked a number of which only the ends can be read; '' where it is not known */
  lead: (masked: string) =>
    `${masked || 'This number'} has no account yet. Agree below and it is created; you can go on signing in by code, without a password.`,
  submit: 'Agree and create the account',
  submitting: 'Creating the account…',
  back: 'Use another number',
};

export type EnrolWords = typeof en;

export const enrolWords: Readonly<Record<Language, EnrolWords>> = {
  en,
  'zh-CN': {
    title: '创建账号',
    lead: masked =>
      `${masked ? `${masked} ` : '这个手机号'}还没有注册，同意协议后即可创建账号。可以不设密码，以后用验证码登录即可。`,
    submit: '同意并注册',
    submitting: '正在注册…',
    back: '换个手机号',
  },
};
