/** Security messages: they inform a person about a change at the account, and contain no code. */
import type { Language } from './templates.ts';

/** The kinds of security messages. Each has its text, and may have a vendor's template of its own. */
export const noticeKinds = [
  'new-device',
  'account-locked',
  'password-set',
  'password-changed',
  'password-reset',
  'phone-added',
  'phone-changed',
  'email-added',
  'email-changed',
  'username-set',
  'wechat-bound',
  'wechat-unbound',
  'qq-bound',
  'qq-unbound',
  'passkey-added',
  'passkey-removed',
  'totp-added',
  'totp-removed',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-made',
  'second-factor-removed',
  'deletion-requested',
  'change-taken-back',
  'guardian-asked',
  'guardian-ended',
  'guardian-needed',
  'guardian-erases',
  'birth-year-corrected',
  'guardian-agreements',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What the text names beside its kind. */
export interface NoticeDetails {
  /** Browser and system, as `describeDevice` names them. */
  readonly device?: string;
  readonly ip?: string;
  /** The new number or address, masked; the new year of birth. */
  readonly value?: string;
  /** The factor that turned two-step verification on by being added, or off by being removed. */
  readonly factor?: 'totp' | 'passkey';
}

/** A security message to one recipient. */
export interface Notice {
  readonly to: string;
  readonly channel: 'sms' | 'email';
  readonly kind: NoticeKind;
  readonly language: Language;
  readonly details: NoticeDetails;
  /** When it happened, milliseconds since 1970. */
  readonly at: number;
  /** URL of the page that ends all sessions. */
  readonly link: string;
  /** URL of the page that takes the change back. */
  readonly takeBack?: string | undefined;
}

const ZONE = 'Asia/Shanghai';

const factors: Record<Language, Record<'totp' | 'passkey', string>> = {
  'zh-CN': { totp: '验证器应用', passkey: '通行密钥' },
  en: { totp: 'An authenticator app', passkey: 'A passkey' },
};

const wordsOf: Record<Language, Record<NoticeKind, (details: NoticeDetails) => string>> = {
  'zh-CN': {
    'new-device': ({ device, ip }) =>
      `您的账号在新设备上登录（${[device, ip && `IP ${ip}`].filter(Boolean).join('，') || '未知设备'}）`,
    'account-locked': () => '您的账号因密码错误次数过多，已停用密码登录；请用验证码或其他方式登录',
    'password-set': () => '您的账号设置了密码',
    'password-changed': () => '您的账号密码已修改',
    'password-reset': () => '您的账号密码已重设',
    'phone-added': ({ value }) => `您的账号绑定了手机号${value ? ` ${value}` : ''}`,
    'phone-changed': ({ value }) => `您的账号手机号已更换${value ? `为 ${value}` : ''}`,
    'email-added': ({ value }) => `您的账号绑定了邮箱${value ? ` ${value}` : ''}`,
    'email-changed': ({ value }) => `您的账号邮箱已更换${value ? `为 ${value}` : ''}`,
    'username-set': () => '您的账号设置了用户名',
    'wechat-bound': () => '您的账号绑定了微信',
    'wechat-unbound': () => '您的账号解绑了微信',
    'qq-bound': () => '您的账号绑定了 QQ',
    'qq-unbound': () => '您的账号解绑了 QQ',
    'passkey-added': () => '您的账号添加了通行密钥',
    'passkey-removed': () => '您的账号移除了通行密钥',
    'totp-added': () => '您的账号添加了验证器应用',
    'totp-removed': () => '您的账号移除了验证器应用',
    'second-factor-on': ({ factor }) =>
      `您的账号${factor ? `添加了${factors['zh-CN'][factor]}，并` : ''}开启了两步验证`,
    'second-factor-off': ({ factor }) =>
      `您的账号${factor ? `移除了最后一个验证方式（${factors['zh-CN'][factor]}），因此` : ''}关闭了两步验证`,
    'recovery-codes-made': () => '您的账号生成了新的恢复码',
    'second-factor-removed': () =>
      '学校管理员移除了您账号的两步验证（验证器应用、通行密钥和恢复码），请登录后重新设置',
    'deletion-requested': () => '您的账号申请了注销',
    'change-taken-back': () => '您账号的一项登录方式更改已被撤销',
    'guardian-asked': ({ value }) =>
      `有学员${value ? `（手机号 ${value}）` : ''}注册了账号，请您作为监护人确认`,
    'guardian-needed': () => '您的账号登记了出生年份，需要监护人同意后才能继续使用',
    'guardian-erases': () => '监护人申请注销您的账号，账号将在 15 天后删除',
    'guardian-agreements': () => '孩子账号的协议有了新版本，请您阅读并确认',
    'birth-year-corrected': ({ value }) => `学校将您账号的出生年份更正为 ${value} 年`,
    'guardian-ended': () => '学员已达到规定年龄，账号不再需要监护人同意',
  },
  en: {
    'new-device': ({ device, ip }) =>
      `Your account was used to sign in on a new device (${[device, ip && `IP ${ip}`].filter(Boolean).join(', ') || 'unknown'})`,
    'account-locked': () =>
      'After too many wrong passwords your account no longer accepts its password; sign in with a code or another way',
    'password-set': () => 'A password was set for your account',
    'password-changed': () => 'The password of your account was changed',
    'password-reset': () => 'The password of your account was reset',
    'phone-added': ({ value }) => `A phone number${value ? ` (${value})` : ''} was added to your account`,
    'phone-changed': ({ value }) =>
      `The phone number of your account was changed${value ? ` to ${value}` : ''}`,
    'email-added': ({ value }) => `An e-mail address${value ? ` (${value})` : ''} was added to your account`,
    'email-changed': ({ value }) =>
      `The e-mail address of your account was changed${value ? ` to ${value}` : ''}`,
    'username-set': () => 'A username was set for your account',
    'wechat-bound': () => 'WeChat was connected to your account',
    'wechat-unbound': () => 'WeChat was disconnected from your account',
    'qq-bound': () => 'QQ was connected to your account',
    'qq-unbound': () => 'QQ was disconnected from your account',
    'passkey-added': () => 'A passkey was added to your account',
    'passkey-removed': () => 'A passkey was removed from your account',
    'totp-added': () => 'An authenticator app was added to your account',
    'totp-removed': () => 'The authenticator app was removed from your account',
    'second-factor-on': ({ factor }) =>
      factor
        ? `${factors.en[factor]} was added to your account, which turned two-step verification on`
        : 'Two-step verification was turned on for your account',
    'second-factor-off': ({ factor }) =>
      factor
        ? `${factors.en[factor]} was removed from your account as its last second factor, which turned two-step verification off`
        : 'Two-step verification was turned off for your account',
    'recovery-codes-made': () => 'New recovery codes were made for your account',
    'second-factor-removed': () =>
      'An administrator of the school removed the two-step verification of your account (app, passkeys and recovery codes); please sign in and set it up again',
    'deletion-requested': () => 'The deletion of your account was requested',
    'change-taken-back': () => 'A change of how you sign in was taken back',
    'guardian-asked': ({ value }) =>
      `A pupil${value ? ` (phone number ${value})` : ''} signed up and needs your consent as guardian`,
    'guardian-needed': () => 'A year of birth was set for your account, which now needs a guardian’s consent',
    'guardian-erases': () => 'Your guardian asked for your account to be deleted in 15 days',
    'guardian-agreements': () =>
      'The agreements of your child’s account have a new version that needs your consent',
    'birth-year-corrected': ({ value }) =>
      `The school corrected the year of birth of your account to ${value}`,
    'guardian-ended': () => 'The pupil is old enough now, and the account no longer needs a guardian',
  },
};

/** Where guardians see to their pupils. @param link a page of the same host */
export const guardianPage = (link: string): string => new URL('/guardian', link).href;

/** What happened, as one clause without a full stop. */
export const noticeWords = ({
  kind,
  language,
  details,
}: Pick<Notice, 'kind' | 'language' | 'details'>): string => wordsOf[language][kind](details);

/** The time in words, with its zone. */
export const noticeTime = (at: number, language: Language): string => {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE } as const;
  const text = new Intl.DateTimeFormat(language, options).format(at);
  return language === 'en' ? `${text} (UTC+8)` : `${text}（北京时间）`;
};

/** The whole text of a message, without a text message's signature. */
export const noticeText = (notice: Notice): string => {
  const { kind, language, at, link, takeBack } = notice;
  const time = noticeTime(at, language);
  const what = noticeWords(notice);
  if (kind === 'guardian-asked')
    return language === 'en'
      ? `${what}. Ask the pupil for the six-digit code and open ${link} If no pupil of yours signed up, ignore this message.`
      : `${what}：请向孩子索取 6 位确认码，打开 ${link} 办理。如非您的孩子，请忽略本短信。`;
  if (kind === 'guardian-agreements') {
    const page = guardianPage(link);
    return language === 'en' ? `${what}: ${page}` : `${what}：${page}`;
  }
  if (kind === 'guardian-ended') return language === 'en' ? `${what}: ${time}.` : `${what}，时间：${time}。`;
  if (kind === 'birth-year-corrected')
    return language === 'en'
      ? `${what}: ${time}. If this is wrong, please tell the school.`
      : `${what}，时间：${time}。如有疑问，请联系学校。`;
  // An operator made this change, which an impostor may have requested.
  if (kind === 'second-factor-removed')
    return language === 'en'
      ? `${what}: ${time}. If you did not ask the school for this, sign out all devices: ${link} and tell the school at once.`
      : `${what}，时间：${time}。如您未曾向学校申请，请打开 ${link} 退出所有设备，并立即联系学校。`;
  return language === 'en'
    ? `${what}: ${time}. If this was not you, ${takeBack === undefined ? '' : `take it back (within 72 hours): ${takeBack} and `}sign out all devices: ${link}`
    : `${what}，时间：${time}。如非本人操作，请${takeBack === undefined ? '' : `在 72 小时内打开 ${takeBack} 撤销更改，并`}打开 ${link} 退出所有设备。`;
};
