/** Error texts: what happened, and what to do next. Includes refusals of pupils' calls, which operators see in lists. */
import type { RefusalName } from '@rollcall/contract';
import type { Language } from '@rollcall/ui';
import type { RefusedName } from './client/refused.ts';

export interface ErrorText {
  readonly what: string;
  readonly next: string;
}
/** The names that are no refusals of the contract must have a text. */
export type ErrorTexts = Readonly<Record<Exclude<RefusedName, RefusalName>, ErrorText>> &
  Readonly<Partial<Record<RefusedName, ErrorText>>>;

const text = (what: string, next = ''): ErrorText => ({ what, next });

export const errorTexts: Readonly<Record<Language, ErrorTexts>> = {
  'zh-CN': {
    Unreachable: text('无法连接服务器。', '请检查网络后重试。'),
    TimedOut: text('服务器响应超时。', '请稍后重试。'),
    Fault: text('服务器出错了。', '请重试；如仍出错，请凭请求编号查看服务器日志。'),
    Unknown: text('操作没有成功。', '请重试。'),
    PasskeyFailed: text('未能使用通行密钥。', '请重试，或换一种方式。'),
    WrongTogether: text(
      '用户名、密码或验证码不正确。',
      '请检查后重试；验证码错误多次后，须等待片刻才会再被接受。',
    ),
    WrongRecoveryCode: text('恢复码不正确或已使用。', '请检查后重试，或换一个恢复码。'),
    ProofRequired: text('未确认身份，操作未执行。', '请重试并完成验证。'),
    SecondFactorRequired: text('需要两步验证。', '请重新登录。'),
    TooBusy: text('服务器正忙。', '请稍后再试。'),
    TooManyAttempts: text('尝试次数过多。', '请稍后再试。'),
    OperatorRequired: text('登录已过期。', '请重新登录。'),
    RoleRequired: text('您的权限不足。', '请联系管理员。'),
    ReasonRequired: text('这名学员未满 14 岁。', '请先打开人员页面，填写查看原因。'),
    FutureDate: text('年份不能晚于今年。'),
    ForeignOrigin: text('请求不是从本站页面发出的。', '请从管理台自己的地址打开。'),
    LinkInvalid: text('链接已失效。', '它已被使用、已过期或从未发出，请索取新的链接。'),
    OperatorExists: text('已有同名的操作员。', '请换一个用户名。'),
    LastAdmin: text('这是最后一位管理员。', '请先设置另一位管理员。'),
    NewAdmin: text(
      '提出或批准的管理员在 72 小时内刚刚任职或重新启用，或刚通过链接重设密码，或有新的两步验证。',
      '满 72 小时后才能批准；如涉及的是批准人，也可由其他管理员批准。',
    ),
    NoSender: text('这种消息没有可用的发送渠道，未发送。', '请换一种接收方式，或请管理员配置该渠道。'),
    Conflict: text('内容已被其他人修改。', '请重新加载后再修改。'),
    NotFound: text('没有找到。', '它可能已被删除。'),
    InvalidRequest: text('填写有误。', '请检查后再提交。'),
    InvalidPassword: text('密码不符合要求。', '至少 12 个字符，不含用户名，且不能只用几个相同的字符。'),
    PasswordTooCommon: text('密码过于常见，或含有您的用户名。', '前后加数字或符号同样不可用，请更换。'),
    WrongCredentials: text('用户名或密码不正确。', '请重新填写。'),
    WrongOldPassword: text('原密码不正确。', '请重新填写。'),
    IllegalPid: text('没有这个 pid。', '请检查配置中的站点编号。'),
    IllegalOperation: text('不允许此操作。'),
    TooLarge: text('内容过长。', '请缩短后再试。'),
    PhoneRegistered: text('手机号已注册'),
    PhoneUnregistered: text('手机号未注册'),
    PhoneRequired: text('需要先绑定手机号'),
    AgreementsOutdated: text('协议已有新版本，等待重新同意'),
    EnrolmentRequired: text('手机号未注册，等待同意协议'),
    CaptchaMismatch: text('验证码错误或已失效'),
    CaptchaTooFrequent: text('验证码发送过于频繁'),
    CaptchaLimitReached: text('今天的验证码已用完'),
    AccountBlocked: text('账号已封禁'),
    InvalidTicket: text('需要完成安全验证'),
    WrongTicket: text('凭证错误或已失效'),
    CaptchaRuleError: text('安全验证的类型不存在'),
    CaptchaVendorError: text('安全验证服务判定未通过'),
    CaptchaVendorTimeout: text('安全验证服务未响应'),
    CaptchaVendorConfig: text('安全验证服务未配置'),
    CaptchaFailed: text('安全验证未通过'),
    TokenInvalid: text('访问令牌无效'),
    RefreshTokenInvalid: text('刷新令牌无效'),
    CookieInvalid: text('旧站登录状态无效'),
    IllegalOauthTicket: text('第三方登录已过期'),
    ThirdPartyBound: text('第三方账号已被绑定'),
    WechatError: text('微信登录没有成功'),
    QqError: text('QQ 登录没有成功'),
    EmailRegistered: text('邮箱已注册'),
    InvalidPhoneNumber: text('手机号格式不正确'),
    InvalidCaptcha: text('验证码格式不正确'),
    InvalidUsername: text('用户名格式不正确'),
    InvalidEmail: text('邮箱格式不正确'),
    PasswordMismatch: text('两次填写的密码不一致'),
    PhoneBoundByOther: text('手机号已绑定其他账号'),
    EmptyAgreementIds: text('未同意协议'),
  },
  en: {
    Unreachable: text('The server can’t be reached.', 'Please check the network and try again.'),
    TimedOut: text('The server did not answer in time.', 'Please try again in a moment.'),
    Fault: text(
      'Something went wrong on the server.',
      'Please try again. If it keeps happening, look up the request’s number in the server’s log.',
    ),
    Unknown: text('This did not work.', 'Please try again.'),
    PasskeyFailed: text('No passkey was used.', 'Please try again, or choose another way.'),
    WrongTogether: text(
      'The name, the password or the code is wrong.',
      'Please check them; after several wrong codes the next one is taken after a pause only.',
    ),
    WrongRecoveryCode: text(
      'The recovery code is wrong or was used.',
      'Please check it, or use another one.',
    ),
    ProofRequired: text('Your identity was not confirmed, so nothing was done.', 'Please try again.'),
    SecondFactorRequired: text('The second factor is missing.', 'Please sign in again.'),
    TooBusy: text('The server is busy.', 'Please try again in a moment.'),
    TooManyAttempts: text('Too many attempts.', 'Please try again later.'),
    OperatorRequired: text('Your session has ended.', 'Please sign in again.'),
    RoleRequired: text('Your role does not allow this.', 'Please ask an admin.'),
    ReasonRequired: text(
      'This pupil is under 14.',
      'Please open the person’s page and give the reason first.',
    ),
    FutureDate: text('The year cannot be in the future.'),
    ForeignOrigin: text(
      'The request did not come from this site’s pages.',
      'Open the console by its own address.',
    ),
    LinkInvalid: text(
      'This link is no longer valid.',
      'It was used, has expired, or was never issued; please ask for a new one.',
    ),
    OperatorExists: text('An operator with this name already exists.', 'Please choose another name.'),
    LastAdmin: text('This is the last admin.', 'Please appoint another one first.'),
    NewAdmin: text(
      'In the last 72 hours, the proposer or the approver became an admin, was enabled again, set a password with a link, or got a new second factor.',
      'It can be approved when the 72 hours are over. If this is about the approver, another admin can approve it now.',
    ),
    NoSender: text(
      'No sender is set up for this message: nothing was sent.',
      'Choose another recipient, or have the channel set up.',
    ),
    Conflict: text('Someone else has changed it.', 'Please reload it before you change it.'),
    NotFound: text('It was not found.', 'It may have been deleted.'),
    InvalidRequest: text('Something is not filled in correctly.', 'Please check it and try again.'),
    InvalidPassword: text(
      'The password does not fit the rule.',
      '12 characters at least, without the name, and not the same few over and over.',
    ),
    PasswordTooCommon: text(
      'The password is among the most used ones, or is your name.',
      'Digits or symbols around it do not help; please choose another one.',
    ),
    WrongCredentials: text('The name or the password is wrong.', 'Please enter them again.'),
    WrongOldPassword: text('The old password is wrong.', 'Please enter it again.'),
    IllegalPid: text('This pid is not served here.', 'Please check the site’s number in the configuration.'),
    IllegalOperation: text('This is not allowed.'),
    TooLarge: text('It is too long.', 'Please shorten it.'),
    PhoneRegistered: text('The number is registered already'),
    PhoneUnregistered: text('The number is not registered'),
    PhoneRequired: text('A phone number has to be added first'),
    AgreementsOutdated: text('The agreements have a newer version, waiting for consent'),
    EnrolmentRequired: text('The number has no account; waiting for consent to the agreements'),
    CaptchaMismatch: text('The code is wrong or has expired'),
    CaptchaTooFrequent: text('A code was sent a moment ago'),
    CaptchaLimitReached: text('Today’s codes are used up'),
    AccountBlocked: text('The account is blocked'),
    InvalidTicket: text('A human verification is needed'),
    WrongTicket: text('The ticket is wrong or has expired'),
    CaptchaRuleError: text('That kind of human verification is not known'),
    CaptchaVendorError: text('The verification service refused the answer'),
    CaptchaVendorTimeout: text('The verification service did not answer'),
    CaptchaVendorConfig: text('The verification service is not configured'),
    CaptchaFailed: text('The human verification failed'),
    TokenInvalid: text('The access token is invalid'),
    RefreshTokenInvalid: text('The refresh token is invalid'),
    CookieInvalid: text('The older site’s session is invalid'),
    IllegalOauthTicket: text('The third-party sign-in has expired'),
    ThirdPartyBound: text('The third-party account is connected already'),
    WechatError: text('Signing in with WeChat failed'),
    QqError: text('Signing in with QQ failed'),
    EmailRegistered: text('The e-mail address is registered already'),
    InvalidPhoneNumber: text('Not a phone number'),
    InvalidCaptcha: text('Not a code of six digits'),
    InvalidUsername: text('Not a username'),
    InvalidEmail: text('Not an e-mail address'),
    PasswordMismatch: text('The two passwords differ'),
    PhoneBoundByOther: text('Another account has this number'),
    EmptyAgreementIds: text('The agreements were not accepted'),
  },
};

/** What a refusal means; the name itself if it has no text. */
export const refusalText = (language: Language, name: string): string => {
  if (name === 'fault') return errorTexts[language].Fault.what;
  const row = (errorTexts[language] as Readonly<Record<string, ErrorText | undefined>>)[name];
  return row ? row.what.replace(/[。.]$/, '') : name;
};
