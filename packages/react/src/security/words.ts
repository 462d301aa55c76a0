/** Words of the security section. In a file of its own, so that only the account page loads them. */
import type { Language } from '@rollcall/ui';
import { spaced } from '../phrases/spaced.ts';

const en = {
  /** Of a phone number and an e-mail address. */
  add: 'Add',
  bind: 'Connect',
  unbind: 'Disconnect',
  change: 'Change',
  set: 'Set',
  changePassword: 'Change',
  state: { none: 'Not given', set: 'Set', unset: 'Not set', bound: 'Connected', unbound: 'Not connected' },
  /** The button's name for screen readers, which includes the row's name. */
  about: (action: string, row: string) => `${action} ${row}`,
  failed: 'This is done, but the page could not be updated. Please reload it.',
  phone: {
    bind: 'Add this number',
    old: 'Current number',
    oldRule: (masked: string) => `${masked}, in full`,
    new: 'New number',
    change: 'Change the number',
    bound: 'Your number has been added.',
    changed: 'Your number has changed.',
  },
  email: {
    new: 'New e-mail address',
    bind: 'Add this address',
    change: 'Change the address',
    bound: 'Your e-mail address has been added; you can sign in with it.',
    changed: 'Your e-mail address has changed.',
    byLink: (email: string) =>
      `Or open the link in the message to ${email} on any device and type these digits there; this page then goes on by itself. Tell them to nobody.`,
    confirmed: 'Confirmed on the other device. Adding the address…',
    refused: (email: string) =>
      `Whoever opened the link in the message to ${email} did not ask for it, so the request is cancelled. Check the address, and send another code.`,
    linkOver: 'The link in the message has expired or was already used. Type the code, or send another one.',
  },
  username: {
    rule: '6–30 letters, digits or underscores, starting with a letter',
    once: 'It can be set once and never changed.',
    submit: 'Set the username',
    done: 'Your username is set; you can sign in with it.',
  },
  password: {
    common: 'Too common, or has your number or name in it. Please change it.',
    renewal: 'It comes from a former system that did not keep it safely. Please change it.',
    ways: 'How to change it',
    byOld: 'With the old one',
    byPhone: 'With a code',
    old: 'Old password',
    new: 'New password',
    again: 'Confirm new password',
    ends: 'Changing it signs you out on every device, including this one.',
    submit: 'Change the password',
    first: 'Set the password',
    done: 'Your password is set; you can sign in with it.',
    own: (masked: string) => `This account’s number, ${masked}`,
  },
  thirdParty: {
    ask: (name: string) => `You will no longer be able to sign in to this account with ${name}.`,
    unbind: (name: string) => `Disconnect ${name}`,
    unbinding: 'Disconnecting…',
    unbound: (name: string) => `${name} is disconnected.`,
  },
};

export type SecurityWords = typeof en;

/**
 * The built-in words of `AccountSecurity`, by language.
 * @see `docs/react.md`
 */
export const securityWords: Readonly<Record<Language, SecurityWords>> = {
  en,
  'zh-CN': {
    add: '绑定',
    bind: '绑定',
    unbind: '解绑',
    change: '更换',
    set: '设置',
    changePassword: '修改',
    state: { none: '未填写', set: '已设置', unset: '未设置', bound: '已绑定', unbound: '未绑定' },
    about: (action, row) => spaced(`${action}${row}`),
    failed: '操作已完成，但页面没有更新，请刷新查看。',
    phone: {
      bind: '绑定手机号',
      old: '原手机号',
      oldRule: masked => `请填写完整的 ${masked}`,
      new: '新手机号',
      change: '更换手机号',
      bound: '手机号已绑定。',
      changed: '手机号已更换。',
    },
    email: {
      new: '新邮箱',
      bind: '绑定邮箱',
      change: '更换邮箱',
      bound: '邮箱已绑定，可以用它登录。',
      changed: '邮箱已更换。',
      byLink: email =>
        `也可以在任意设备上打开发送至 ${email} 的邮件中的链接，输入下面的数字，完成后此页会自动继续。请勿将数字告诉他人。`,
      confirmed: '已在另一台设备上确认，正在绑定…',
      refused: email =>
        `打开 ${email} 邮件链接的人表示并非本人申请，申请已取消。请核对邮箱地址，并重新获取验证码。`,
      linkOver: '邮件中的链接已失效，请输入验证码或重新获取。',
    },
    username: {
      rule: '以字母开头，6–30 位字母、数字或下划线',
      once: '只能设置一次，之后不能更改。',
      submit: '设置用户名',
      done: '用户名已设置，可以用它登录。',
    },
    password: {
      common: '密码过于常见，或含有你的手机号、用户名等，请更换。',
      renewal: '密码来自旧系统，保存方式不够安全，请更换。',
      ways: '修改方式',
      byOld: '用原密码',
      byPhone: '用手机验证码',
      old: '原密码',
      new: '新密码',
      again: '确认新密码',
      ends: '修改后，所有设备上的登录都会退出，包括这里。',
      submit: '修改密码',
      first: '设置密码',
      done: '密码已设置，可以用它登录。',
      own: masked => `账号绑定的 ${masked}`,
    },
    thirdParty: {
      ask: name => spaced(`解绑后，就不能再用${name}登录这个账号。`),
      unbind: name => spaced(`解绑${name}`),
      unbinding: '正在解绑…',
      unbound: name => spaced(`${name}已解绑。`),
    },
  },
};
