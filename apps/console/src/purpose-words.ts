/** What codes are sent for. */
import type { Purpose } from '@rollcall/contract';
import type { Translations } from './translations.ts';

export const purposeWords: Translations<Record<Purpose, string>> = {
  en: {
    register: 'Sign-up',
    login: 'Sign-in by code',
    silence: 'Sign-in or sign-up',
    guardian: 'Guardians',
    oauth: 'Third party',
    bind: 'Adding a phone number',
    change: 'Changing the phone number',
    update: 'Changing the password',
    reset: 'Resetting the password',
    common: 'General code',
    proof: 'Confirming who it is',
    email: 'Sign-up by e-mail',
  },
  'zh-CN': {
    register: '注册',
    login: '验证码登录',
    silence: '登录或注册',
    guardian: '监护人',
    oauth: '第三方登录',
    bind: '绑定手机号',
    change: '更换手机号',
    update: '修改密码',
    reset: '重设密码',
    common: '通用验证码',
    proof: '确认本人操作',
    email: '邮箱注册',
  },
};
