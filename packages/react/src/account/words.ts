/** Words around the sections of the account page. In a file of its own, so that only that page loads them. */
import type { Language } from '@rollcall/ui';
import type { AccountSection } from './section.ts';

const en = {
  sections: 'Account settings',
  /** In the list of sections. */
  short: {
    profile: 'Profile',
    security: 'Security',
    devices: 'Devices',
    privacy: 'Privacy',
  } satisfies Record<AccountSection, string>,
  title: {
    profile: 'Profile',
    security: 'Account and security',
    devices: 'Signed-in devices',
    privacy: 'Privacy and data',
  } satisfies Record<AccountSection, string>,
  lead: {
    profile: 'Everything but the nickname may stay empty.',
    security: 'The ways into this account: set, change and unbind them here.',
    devices: 'This account is signed in on these devices. If you lost one, sign it out here.',
    privacy: 'You decide what is recorded about your use; you can take it away and erase it.',
  } satisfies Record<AccountSection, string>,
  common: 'Your password is easy to guess.',
  changeIt: 'Change it',
  cancel: 'Cancel',
  saving: 'Saving…',
  partFailed: 'This part did not load. Please check the network and try again.',
};

export type AccountWords = typeof en;

export const accountWords: Readonly<Record<Language, AccountWords>> = {
  en,
  'zh-CN': {
    sections: '账号设置',
    short: { profile: '资料', security: '安全', devices: '设备', privacy: '隐私' },
    title: {
      profile: '个人资料',
      security: '账号与安全',
      devices: '登录的设备',
      privacy: '隐私与数据',
    },
    lead: {
      profile: '除昵称外均可留空。',
      security: '登录这个账号的方式，都在这里设置、更换和解绑。',
      devices: '这个账号正在这些设备上登录。丢了手机，就在这里让它退出。',
      privacy: '记录哪些使用情况由您决定，记下的内容可以带走，也可以清除。',
    },
    common: '您的密码容易被猜到。',
    changeIt: '去修改',
    cancel: '取消',
    saving: '正在保存…',
    partFailed: '这一部分加载失败，请检查网络后重试。',
  },
};
