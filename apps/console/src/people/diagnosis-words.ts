/** Words of the sign-in diagnosis. */
import type { Hindrance } from '@rollcall/contract/console';
import type { Translations } from '../translations.ts';

export interface HindranceWords {
  readonly what: string;
  readonly next: string;
  /** What happens at its end. @default the obstacle is gone */
  readonly until?: string;
}

const en = {
  address: 'Address',
  diagnosis: 'Why can’t they sign in?',
  diagnosisLead: 'What stands in the way now, and what was refused in the last 30 days.',
  diagnosisFind: 'The phone number, e-mail or username that they type',
  diagnosisRule: 'In full; it need not be registered.',
  diagnosisStart: 'What stands in the way will be listed here',
  diagnosisStartHow: 'Please type above what they type when they sign in.',
  look: 'Find out why',
  nothingHinders: 'Nothing stands in the way; they can sign in now.',
  nothingHindersHow: 'If they still can’t, compare the last refusals below.',
  hindrances: {
    'no-account': {
      what: 'There is no such account',
      next: 'Please check what was typed, or let them sign up.',
    },
    blocked: { what: 'The account is blocked', next: 'Unblock it once you are sure.' },
    'deletion-due': {
      what: 'The account is about to be deleted',
      next: 'They can sign in until then, and keep it on their account page.',
      until: 'Deleted on',
    },
    'agreements-unsigned': {
      what: 'New agreements wait for consent',
      next: 'They are asked for right after the sign-in; nothing else opens before.',
    },
    'wrong-passwords': {
      what: 'Too many wrong passwords',
      next: 'Each try has to wait; a code or a new password is quicker.',
    },
    'password-locked': {
      what: 'A hundred wrong passwords in a row',
      next: 'No password is taken until they sign in by a code or reset it; a browser that signed in before still takes it.',
    },
    'no-password': {
      what: 'A password was never set',
      next: 'They sign in by a code, or by WeChat or QQ.',
    },
    'no-phone': {
      what: 'No phone number for a code',
      next: 'They sign in by password, or by WeChat or QQ.',
    },
    'code-limit': { what: 'The day’s codes are used up', next: 'They sign in by password, or wait.' },
    'code-wait': { what: 'A code was sent a moment ago', next: 'Another one can be sent shortly.' },
    'second-factor': {
      what: 'Two-step verification is on',
      next: 'After the password or code they confirm with their app, a passkey or a recovery code. Who has lost all of them needs an admin.',
    },
    'wrong-app-codes': {
      what: 'Wrong codes of the authenticator app',
      next: 'Is the clock of their phone right? After five each try has to wait; a passkey or a recovery code is quicker.',
    },
    'wrong-recovery-codes': {
      what: 'Wrong recovery codes',
      next: 'Each code works once, and only those made last. After five each try has to wait.',
    },
    'app-codes-locked': {
      what: 'A hundred wrong codes of the app in a row',
      next: 'No code of the app is taken until they sign in by a passkey or a recovery code, or an admin removes the second factor.',
    },
  } satisfies Record<Hindrance, HindranceWords>,
  hindranceOf: (kind: string) => ` (${kind})`,
  until: 'Until',
  refusals: 'Last refusals',
  noRefusals: 'Nothing was refused in the last 30 days',
  when: 'When',
  tried: 'What they did',
  refused: 'What happened',
  byWhat: 'By',
  verificationAsked: 'A human verification was asked for',
  toPerson: 'See this person',
  kindsOfIdentity: { phone: 'phone', email: 'e-mail', username: 'username' } as Record<string, string>,
  calls: {
    loginByAccount: 'Sign-in by password',
    loginSecurely: 'Sign-in by password, verified',
    loginByPhone: 'Sign-in by code',
    loginSilently: 'Sign-in or sign-up by code',
    loginByWechat: 'Sign-in by WeChat',
    loginByQq: 'Sign-in by QQ',
    registerByThirdParty: 'Phone for a third-party sign-in',
    registerByPhone: 'Sign-up by phone',
    enrolByPhone: 'Sign-up after a sign-in code',
    registerByEmail: 'Sign-up by e-mail',
    sendLoginCaptcha: 'Sending a sign-in code',
    sendSilentLoginCaptcha: 'Sending a sign-in code',
    sendRegisterCaptcha: 'Sending a sign-up code',
    sendOauthCaptcha: 'Sending a code after a third party',
    sendResetPasswordCaptcha: 'Sending a reset code',
    checkResetPasswordCaptcha: 'Checking a reset code',
    resetPassword: 'Setting a new password',
    sendVoiceCaptcha: 'Sending a code by voice',
    sendEmailCaptcha: 'Sending a code by e-mail',
    checkEmailCaptcha: 'Checking a code by e-mail',
    refreshTokens: 'Staying signed in',
  } as Record<string, string>,
  inTheWay: 'In the way now',
};

export const diagnosisWords: Translations<typeof en> = {
  'zh-CN': {
    address: '地址',
    diagnosis: '为什么登录不了',
    diagnosisLead: '查出现在有什么拦着，以及最近 30 天被拒绝的尝试。',
    diagnosisFind: '对方输入的手机号、邮箱或用户名',
    diagnosisRule: '请填写完整，不要求已注册。',
    diagnosisStart: '这里会列出拦住登录的原因',
    diagnosisStartHow: '请在上面填写对方登录时输入的内容。',
    look: '查找原因',
    nothingHinders: '没有什么拦着，现在可以登录。',
    nothingHindersHow: '若对方仍登录不了，请对照下面最近的拒绝记录。',
    hindrances: {
      'no-account': { what: '没有这个账号', next: '请核对输入，或请对方先注册。' },
      blocked: { what: '账号已封禁', next: '确认无误后可以解封。' },
      'deletion-due': {
        what: '账号正在注销',
        next: '到期之前仍可登录，对方可在账号页撤销注销。',
        until: '删除时间',
      },
      'agreements-unsigned': {
        what: '有新的协议尚未同意',
        next: '登录后会先请对方阅读并同意，同意之后才能继续。',
      },
      'wrong-passwords': {
        what: '密码错误次数太多',
        next: '每次尝试都要等待；可以改用验证码登录或重设密码。',
      },
      'password-locked': {
        what: '密码已连续错误 100 次',
        next: '用验证码登录或重设密码之后才能再用密码；以前登录过的浏览器不受影响。',
      },
      'no-password': { what: '从未设置密码', next: '请用验证码或绑定的微信、QQ 登录。' },
      'no-phone': { what: '没有手机号可以接收验证码', next: '请用密码或绑定的微信、QQ 登录。' },
      'code-limit': { what: '今天的验证码已用完', next: '请用密码登录，或到时再试。' },
      'code-wait': { what: '刚刚发过验证码', next: '稍等片刻即可重发。' },
      'second-factor': {
        what: '已开启两步验证',
        next: '输入密码或验证码之后，还需用验证器应用、通行密钥或恢复码确认。全部丢失时，须由管理员移除两步验证。',
      },
      'wrong-app-codes': {
        what: '验证器应用的验证码有误',
        next: '请对方检查手机时间是否准确。错误五次之后每次尝试都要等待；可改用通行密钥或恢复码。',
      },
      'wrong-recovery-codes': {
        what: '恢复码有误',
        next: '每个恢复码只能用一次，且只有最近一批有效。错误五次之后每次尝试都要等待。',
      },
      'app-codes-locked': {
        what: '验证器应用的验证码已连续错误 100 次',
        next: '用通行密钥或恢复码登录，或由管理员移除两步验证之后，才能再用验证器应用。',
      },
    },
    hindranceOf: kind => `（${kind}）`,
    until: '解除时间',
    refusals: '最近的拒绝',
    noRefusals: '最近 30 天没有被拒绝过',
    when: '时间',
    tried: '做什么',
    refused: '结果',
    byWhat: '用什么',
    verificationAsked: '当时要求安全验证',
    toPerson: '看这个人',
    kindsOfIdentity: { phone: '手机号', email: '邮箱', username: '用户名' },
    calls: {
      loginByAccount: '密码登录',
      loginSecurely: '密码登录（安全验证）',
      loginByPhone: '验证码登录',
      loginSilently: '验证码登录或注册',
      loginByWechat: '微信登录',
      loginByQq: 'QQ 登录',
      registerByThirdParty: '第三方登录后绑定手机',
      registerByPhone: '手机号注册',
      enrolByPhone: '验证码登录后注册',
      registerByEmail: '邮箱注册',
      sendLoginCaptcha: '发送登录验证码',
      sendSilentLoginCaptcha: '发送登录验证码',
      sendRegisterCaptcha: '发送注册验证码',
      sendOauthCaptcha: '发送第三方登录验证码',
      sendResetPasswordCaptcha: '发送重设密码验证码',
      checkResetPasswordCaptcha: '核对重设密码验证码',
      resetPassword: '重设密码',
      sendVoiceCaptcha: '发送语音验证码',
      sendEmailCaptcha: '发送邮件验证码',
      checkEmailCaptcha: '核对邮件验证码',
      refreshTokens: '续期登录',
    },
    inTheWay: '现在拦着的',
  },
  en,
};
