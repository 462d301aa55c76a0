import type { PageTexts } from './words.ts';

export const texts = {
  product: '点名册',
  otherLanguage: 'English',
  switchTheme: '切换深色与浅色',
  skip: '跳到正文',
  signInLead: '欢迎回来。',
  guardians: '家长（监护人）中心',
  signUpLead: '把名字写进名册，只需一分钟。',
  resetLead: '用验证码确认是你本人。',
  oauthLead: '用微信或 QQ 登录。',
  signedOut: '你已退出登录。',
  partFailed: '这一部分加载失败，请检查网络后重试。',
  reload: '重新加载',
} satisfies PageTexts as PageTexts;
