/** Words about the security messages that could not be sent. What happened is the server's text. */
import type { Language } from '@rollcall/ui';

const en = {
  title: 'Security messages',
  lead: 'These may not have reached you by text message or e-mail. Please check them.',
  todo: 'If this was not you: sign out all other devices, then check the ways to sign in below and change your password.',
  dismiss: 'Got it',
  dismissing: 'Hiding…',
  dismissed: 'The message is no longer shown on this device.',
  takeBack: 'Take this change back',
  takingBack: 'Taking it back…',
  takeBackWhat: (until: string) =>
    `Not you? Until ${until} you can take it back: the ways to sign in from before return, and all devices are signed out.`,
  takenBack: 'The change was taken back, and all devices are signed out. Reset your password now.',
  takenBackInPart:
    'The change was taken back, and all devices are signed out. Another account has some of your ways to sign in by now: please reset your password and contact the school.',
  endOthers: 'Sign out all other devices',
  ending: 'Signing out…',
  ended: (count: number) =>
    count === 0
      ? 'You are not signed in anywhere else. Now change your password.'
      : `${count} device${count === 1 ? ' is' : 's are'} signed out. Now change your password.`,
};

export type NoticesWords = typeof en;

export const noticesWords: Readonly<Record<Language, NoticesWords>> = {
  en,
  'zh-CN': {
    title: '安全提醒',
    lead: '以下提醒可能未通过短信或邮件送达，请你核对。',
    todo: '如非你本人操作，请先退出所有其他设备，再核对下方的登录方式并修改密码。',
    dismiss: '知道了',
    dismissing: '正在处理…',
    dismissed: '本设备不再显示该提醒。',
    takeBack: '撤销这项更改',
    takingBack: '正在撤销…',
    takeBackWhat: until =>
      `如非你本人操作，可在 ${until} 前撤销：登录方式将恢复为更改前的状态，所有设备退出登录。`,
    takenBack: '更改已撤销，账号已在所有设备上退出登录。请立即重设密码。',
    takenBackInPart:
      '更改已撤销，账号已在所有设备上退出登录。部分登录方式已被其他账号使用，无法恢复，请重设密码并联系学校。',
    endOthers: '退出所有其他设备',
    ending: '正在退出…',
    ended: count =>
      count === 0 ? '未在其他设备上登录。请尽快修改密码。' : `已有 ${count} 台设备退出登录。请尽快修改密码。`,
  },
};
