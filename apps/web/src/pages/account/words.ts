/** The titles of the account page's sections, without the school's name. */
import type { AccountSection } from '@rollcall/react/account';
import type { Language } from '@rollcall/react';

export interface AccountPageWords {
  readonly titles: Readonly<Record<AccountSection, string>>;
}

export const accountPageWords: Readonly<Record<Language, AccountPageWords>> = {
  'zh-CN': {
    titles: {
      profile: '我的账号',
      security: '账号与安全',
      devices: '登录的设备',
      privacy: '隐私与数据',
    },
  },
  en: {
    titles: {
      profile: 'My account',
      security: 'Account and security',
      devices: 'Signed-in devices',
      privacy: 'Privacy and data',
    },
  },
};
