/** Words about deleting the account. In a file of its own, so that only the account page loads them. */
import type { Language } from '@rollcall/ui';

const en = {
  title: 'Delete the account',
  /** Names the banner. */
  coming: 'The account will be deleted',
  means: [
    'Your other devices are signed out immediately.',
    'For 15 days you can sign in and keep the account; nothing is lost.',
    'Then your profile, picture and ways to sign in are deleted for good; your number and username are free again.',
  ],
  open: 'Delete my account',
  password: 'Your password',
  ask: 'The account will be deleted in 15 days.',
  submit: 'Yes, delete it',
  deleting: 'Sending…',
  due: (date: string) => `Your account will be deleted on ${date}.`,
  until: 'Until then you can keep it.',
  byGuardian: 'Your parent or guardian requested this; only they can cancel it.',
  keep: 'Keep my account',
  keeping: 'Keeping it…',
  kept: 'Your account will not be deleted.',
  goOn: 'Continue',
};

export type DeletionWords = typeof en;

export const deletionWords: Readonly<Record<Language, DeletionWords>> = {
  en,
  'zh-CN': {
    title: '注销账号',
    coming: '账号将被注销',
    means: [
      '其他设备会立即退出登录。',
      '15 天内重新登录，可以选择保留账号，数据不会丢失。',
      '15 天后，资料、头像和登录方式都会删除，不能恢复；手机号和用户名可以重新注册。',
    ],
    open: '注销账号',
    password: '登录密码',
    ask: '确认后，账号会在 15 天后注销。',
    submit: '确认注销',
    deleting: '正在提交…',
    due: date => `账号将于 ${date} 注销。`,
    until: '在此之前，你可以随时保留账号。',
    byGuardian: '这是家长（监护人）申请的，只有家长（监护人）可以取消。',
    keep: '保留账号',
    keeping: '正在保留…',
    kept: '账号已保留，不会注销。',
    goOn: '继续前往',
  },
};
