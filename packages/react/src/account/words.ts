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
    profile: 'Only the nickname is required.',
    security: 'Set up, change and remove the ways to sign in to this account.',
    devices: 'This account is signed in on these devices. If you lost one, sign it out here.',
    privacy: 'See, export and erase what is recorded about your use of these pages.',
  } satisfies Record<AccountSection, string>,
  common: 'Your password is too common.',
  renewal: 'Your password comes from a former system that did not keep it safely.',
  changeIt: 'Change it',
  cancel: 'Cancel',
  saving: 'Saving…',
  partFailed: 'This part did not load. Please check your network and try again.',
};

export type AccountWords = typeof en;

/**
 * The built-in words of the account page, by language.
 * @see `docs/react.md`
 */
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
      devices: '你的账号已在以下设备登录。设备丢失时，可在这里退出登录。',
      privacy: '管理使用记录，可以导出，也可以清除。',
    },
    common: '你的密码过于常见，请更换。',
    renewal: '你的密码来自旧系统，保存方式不够安全，请更换。',
    changeIt: '去修改',
    cancel: '取消',
    saving: '正在保存…',
    partFailed: '这一部分加载失败，请检查网络后重试。',
  },
};
