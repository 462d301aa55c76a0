/** What a vendor's template of a security message says: variables of few characters, as vendors take no longer ones. */
import { guardianPage, type Notice, type NoticeKind, noticeTime } from './notices.ts';
import type { Language } from './templates.ts';

/**
 * `what` happened; the `time`, with its zone; the `path` of the page that takes it back or, where nothing can be taken back,
 * ends all sessions. It has no slash at its beginning: the template names the site before it.
 */
export const noticeVariables = ['what', 'time', 'path'] as const;
export type NoticeVariable = (typeof noticeVariables)[number];

/** Characters of a variable at most (Aliyun's limit). */
export const VARIABLE_LENGTH = 35;

const whats: Record<Language, Record<NoticeKind, string>> = {
  'zh-CN': {
    'new-device': '在新设备上登录',
    'account-locked': '密码错误次数过多，已停用密码登录',
    'password-set': '设置了密码',
    'password-changed': '修改了密码',
    'password-reset': '重设了密码',
    'phone-added': '绑定了手机号',
    'phone-changed': '更换了手机号',
    'email-added': '绑定了邮箱',
    'email-changed': '更换了邮箱',
    'username-set': '设置了用户名',
    'wechat-bound': '绑定了微信',
    'wechat-unbound': '解绑了微信',
    'qq-bound': '绑定了 QQ',
    'qq-unbound': '解绑了 QQ',
    'passkey-added': '添加了通行密钥',
    'passkey-removed': '移除了通行密钥',
    'totp-added': '添加了验证器应用',
    'totp-removed': '移除了验证器应用',
    'second-factor-on': '开启了两步验证',
    'second-factor-off': '关闭了两步验证',
    'recovery-codes-made': '生成了新的恢复码',
    'second-factor-removed': '学校管理员移除了两步验证',
    'deletion-requested': '申请了注销',
    'change-taken-back': '撤销了一项登录方式更改',
    'guardian-asked': '孩子注册了账号，请监护人确认',
    'guardian-needed': '登记了出生年份，需要监护人同意',
    'guardian-erases': '监护人申请注销账号',
    'guardian-agreements': '协议有新版本，请监护人确认',
    'birth-year-corrected': '学校更正了出生年份',
    'guardian-ended': '学员已达到规定年龄，不再需要监护人同意',
  },
  en: {
    'new-device': 'sign-in on a new device',
    'account-locked': 'password locked after wrong ones',
    'password-set': 'password set',
    'password-changed': 'password changed',
    'password-reset': 'password reset',
    'phone-added': 'phone number added',
    'phone-changed': 'phone number changed',
    'email-added': 'e-mail address added',
    'email-changed': 'e-mail address changed',
    'username-set': 'username set',
    'wechat-bound': 'WeChat connected',
    'wechat-unbound': 'WeChat disconnected',
    'qq-bound': 'QQ connected',
    'qq-unbound': 'QQ disconnected',
    'passkey-added': 'passkey added',
    'passkey-removed': 'passkey removed',
    'totp-added': 'authenticator app added',
    'totp-removed': 'authenticator app removed',
    'second-factor-on': 'two-step verification turned on',
    'second-factor-off': 'two-step verification turned off',
    'recovery-codes-made': 'new recovery codes made',
    'second-factor-removed': 'the school removed two-step login',
    'deletion-requested': 'deletion requested',
    'change-taken-back': 'a change taken back',
    'guardian-asked': 'a pupil needs your consent',
    'guardian-needed': 'a guardian has to consent',
    'guardian-erases': 'the guardian deletes the account',
    'guardian-agreements': 'agreements need your consent',
    'birth-year-corrected': 'the school corrected a birth year',
    'guardian-ended': 'the pupil needs no guardian now',
  },
};

/** What a change of a factor did, where it turned two-step verification on or off. */
const turned: Record<Language, Record<'totp' | 'passkey', { readonly on: string; readonly off: string }>> = {
  'zh-CN': {
    totp: { on: '添加了验证器应用，开启了两步验证', off: '移除了验证器应用，两步验证已关闭' },
    passkey: { on: '添加了通行密钥，开启了两步验证', off: '移除了通行密钥，两步验证已关闭' },
  },
  en: {
    totp: { on: 'app added, two-step login on', off: 'app removed, two-step login off' },
    passkey: { on: 'passkey added, two-step login on', off: 'passkey removed, two-step login off' },
  },
};

const whatOf = ({ kind, language, details: { factor } }: Notice): string => {
  if (factor && kind === 'second-factor-on') return turned[language][factor].on;
  if (factor && kind === 'second-factor-off') return turned[language][factor].off;
  return whats[language][kind];
};

/** The values of a message's variables, none of them empty. */
export const noticeValues = (notice: Notice): Record<NoticeVariable, string> => ({
  what: whatOf(notice),
  time: noticeTime(notice.at, notice.language),
  path: new URL(
    notice.kind === 'guardian-agreements' ? guardianPage(notice.link) : (notice.takeBack ?? notice.link),
  ).pathname.slice(1),
});
