/** Words of resetting a password. */
import type { Language } from '@rollcall/ui';

const en = {
  title: 'Reset your password',
  steps: ['Confirm your number', 'Choose a new password'] as readonly [string, string],
  emailStep: 'Confirm your e-mail address',
  /** The links between the two ways. */
  byEmail: 'Reset by e-mail',
  byPhone: 'Reset by mobile number',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  next: 'Next',
  checking: 'Checking…',
  newPassword: 'New password',
  again: 'Confirm new password',
  submit: 'Save the new password',
  submitting: 'Saving…',
  ends: 'Saving it signs you out on your other devices.',
  doneTitle: 'Your password has changed',
  doneNotice: 'Your password has changed.',
  signingIn: 'Signing you in…',
  done: 'Every device has been signed out. Sign in with the new password.',
  toSignIn: 'Sign in',
  startOver: 'Start over',
  toSignUp: 'Sign up',
};

export type ResetWords = typeof en;

/**
 * The built-in words of `ResetPassword`, by language.
 * @see `docs/react.md`
 */
export const resetWords: Readonly<Record<Language, ResetWords>> = {
  en,
  'zh-CN': {
    title: '重设密码',
    steps: ['验证手机号', '设置新密码'],
    emailStep: '验证邮箱',
    byEmail: '用邮箱重设',
    byPhone: '用手机号重设',
    step: (at, of) => `第 ${at} 步，共 ${of} 步`,
    next: '下一步',
    checking: '正在验证…',
    newPassword: '新密码',
    again: '确认新密码',
    submit: '保存新密码',
    submitting: '正在保存…',
    ends: '保存后，其他设备将退出登录。',
    doneTitle: '密码已更改',
    doneNotice: '密码已更改。',
    signingIn: '正在登录…',
    done: '所有设备都已退出登录，请用新密码重新登录。',
    toSignIn: '去登录',
    startOver: '重新开始',
    toSignUp: '注册',
  },
};
