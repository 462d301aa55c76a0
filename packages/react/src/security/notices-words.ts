/** Words about the security messages that could not be sent. What happened is the server's text. */
import type { Language } from '@rollcall/ui';

const en = {
  title: 'Security messages',
  lead: 'These may not have reached you by text message or e-mail.',
  todo: 'If this was not you: sign out all other devices, then check the ways to sign in below and change your password.',
  dismiss: 'Got it',
  dismissing: 'Hiding…',
  dismissed: 'The message is no longer shown.',
  endOthers: 'Sign out all other devices',
  ending: 'Signing out…',
  ended: (count: number) =>
    count === 0
      ? 'You are signed in nowhere else. Now change your password.'
      : `${count} device${count === 1 ? ' is' : 's are'} signed out. Now change your password.`,
};

export type NoticesWords = typeof en;

export const noticesWords: Readonly<Record<Language, NoticesWords>> = {
  en,
  'zh-CN': {
    title: '安全提醒',
    lead: '以下提醒可能未通过短信或邮件送达，请您核对。',
    todo: '如非您本人操作，请先退出所有其他设备，再核对下方的登录方式并修改密码。',
    dismiss: '知道了',
    dismissing: '正在处理…',
    dismissed: '已不再显示该提醒。',
    endOthers: '退出所有其他设备',
    ending: '正在退出…',
    ended: count =>
      count === 0
        ? '没有在其他设备上登录。请尽快修改密码。'
        : `已有 ${count} 台设备退出登录。请尽快修改密码。`,
  },
};
