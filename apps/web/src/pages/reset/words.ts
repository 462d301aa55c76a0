/** Words of `/reset` to a person whose security page has taken a change back. */
import type { Language } from '@rollcall/ui';

const en = {
  'taken-back': 'The change was taken back, and all devices are signed out. Set a new password now.',
  'taken-back-in-part':
    'The change was taken back, and all devices are signed out. Another account has some of your ways to sign in by now: set a new password, and contact the school.',
};

export type AfterWords = typeof en;

export const afterWords: Readonly<Record<Language, AfterWords>> = {
  en,
  'zh-CN': {
    'taken-back': '更改已撤销，账号已在所有设备上退出登录。请立即重设密码。',
    'taken-back-in-part':
      '更改已撤销，账号已在所有设备上退出登录。部分登录方式已被其他账号使用，无法恢复，请重设密码并联系学校。',
  },
};
