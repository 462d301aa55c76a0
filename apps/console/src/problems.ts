/** Refusals in words: what happened, and what to do next. People's own refusals stand here too, as operators read of them. */
import type { Language } from '@rollcall/react';
import type { RefusedName } from './client/refused.ts';

export interface ProblemWords {
  readonly what: string;
  readonly next: string;
}
type Always = 'Unreachable' | 'TimedOut' | 'Fault' | 'Unknown';
export type Problems = Readonly<Record<Always, ProblemWords>> &
  Readonly<Partial<Record<RefusedName, ProblemWords>>>;

const told = (what: string, next = ''): ProblemWords => ({ what, next });

export const problems: Readonly<Record<Language, Problems>> = {
  'zh-CN': {
    Unreachable: told('连不上服务器。', '请检查网络后重试。'),
    TimedOut: told('服务器没有及时答复。', '请稍后重试。'),
    Fault: told('服务器出错了。', '请重试；若仍出错，请凭请求编号查看服务器日志。'),
    Unknown: told('没有成功。', '请重试。'),
    TooBusy: told('服务器正忙。', '请稍后再试。'),
    TooManyAttempts: told('尝试次数太多。', '请稍后再试。'),
    OperatorRequired: told('登录已过期。', '请重新登录。'),
    RoleRequired: told('您的权限不够。', '请联系管理员。'),
    ForeignOrigin: told('请求不是从本站页面发出的。', '请从管理台自己的地址打开。'),
    LinkInvalid: told('链接已失效。', '它已被使用、已过期或从未发出，请索取新的链接。'),
    OperatorExists: told('已有同名的操作员。', '请换一个名字。'),
    LastAdmin: told('这是最后一位管理员。', '请先设置另一位管理员。'),
    Conflict: told('内容已被别人改动。', '请重新读取后再改。'),
    NotFound: told('没有找到。', '它可能已被删除。'),
    InvalidRequest: told('填写有误。', '请检查后再提交。'),
    InvalidPassword: told('密码不合规则。', '至少 12 个字符，不含用户名，且不能只用几个相同的字符。'),
    WrongCredentials: told('用户名或密码不对。', '请重新填写。'),
    WrongOldPassword: told('原密码不对。', '请重新填写。'),
    IllegalPid: told('没有这个 pid。', '请检查配置中的站点编号。'),
    IllegalOperation: told('不允许这样做。'),
    TooLarge: told('内容太长。', '请缩短后再试。'),
    PhoneRegistered: told('手机号已注册'),
    PhoneUnregistered: told('手机号未注册'),
    PhoneRequired: told('需要先绑定手机号'),
    CaptchaMismatch: told('验证码错误或已失效'),
    CaptchaTooFrequent: told('验证码发送太频繁'),
    CaptchaLimitReached: told('今天的验证码已用完'),
    AccountBlocked: told('账号已封禁'),
    InvalidTicket: told('需要完成真人验证'),
    WrongTicket: told('凭证错误或已失效'),
    CaptchaRuleError: told('真人验证的种类不存在'),
    CaptchaVendorError: told('真人验证服务拒绝了答案'),
    CaptchaVendorTimeout: told('真人验证服务没有答复'),
    CaptchaVendorConfig: told('真人验证服务没有配置'),
    CaptchaFailed: told('真人验证没有通过'),
    TokenInvalid: told('访问令牌无效'),
    RefreshTokenInvalid: told('刷新令牌无效'),
    CookieInvalid: told('旧站登录状态无效'),
    IllegalOauthTicket: told('第三方登录已过期'),
    ThirdPartyBound: told('第三方账号已被绑定'),
    WechatError: told('微信拒绝了登录'),
    QqError: told('QQ 拒绝了登录'),
    EmailRegistered: told('邮箱已注册'),
    InvalidPhoneNumber: told('手机号格式不对'),
    InvalidCaptcha: told('验证码格式不对'),
    InvalidUsername: told('用户名格式不对'),
    InvalidEmail: told('邮箱格式不对'),
    PasswordMismatch: told('两次密码不一致'),
    PhoneBoundByOther: told('手机号已被别的账号绑定'),
    EmptyAgreementIds: told('没有同意协议'),
  },
  en: {
    Unreachable: told('The server can’t be reached.', 'Please check the network and try again.'),
    TimedOut: told('The server did not answer in time.', 'Please try again in a moment.'),
    Fault: told(
      'Something went wrong on the server.',
      'Please try again; the request’s number leads to it in the server’s log.',
    ),
    Unknown: told('This did not work.', 'Please try again.'),
    TooBusy: told('The server is busy.', 'Please try again in a moment.'),
    TooManyAttempts: told('Too many attempts.', 'Please try again later.'),
    OperatorRequired: told('Your session is over.', 'Please sign in again.'),
    RoleRequired: told('Your role does not allow this.', 'Please ask an admin.'),
    ForeignOrigin: told(
      'The request did not come from this site’s pages.',
      'Open the console by its own address.',
    ),
    LinkInvalid: told(
      'This link is no longer good.',
      'It was used, is over, or was never given; ask for a new one.',
    ),
    OperatorExists: told('There is an operator of this name.', 'Please choose another name.'),
    LastAdmin: told('This is the last admin.', 'Please make another one first.'),
    Conflict: told('Somebody changed it meanwhile.', 'Please load it again before you change it.'),
    NotFound: told('It was not found.', 'It may have been deleted.'),
    InvalidRequest: told('Something is not filled in right.', 'Please check it and try again.'),
    InvalidPassword: told(
      'The password does not fit the rule.',
      '12 characters at least, without the name, and not the same few over and over.',
    ),
    WrongCredentials: told('The name or the password is wrong.', 'Please type them again.'),
    WrongOldPassword: told('The old password is wrong.', 'Please type it again.'),
    IllegalPid: told('This pid is not served here.', 'Please check the site’s number in the configuration.'),
    IllegalOperation: told('This is not allowed.'),
    TooLarge: told('It is too long.', 'Please shorten it.'),
    PhoneRegistered: told('The number is registered already'),
    PhoneUnregistered: told('The number is not registered'),
    PhoneRequired: told('A phone number has to be bound first'),
    CaptchaMismatch: told('The code is wrong or over'),
    CaptchaTooFrequent: told('A code was sent a moment ago'),
    CaptchaLimitReached: told('The day’s codes are used up'),
    AccountBlocked: told('The account is blocked'),
    InvalidTicket: told('A human verification is needed'),
    WrongTicket: told('The ticket is wrong or over'),
    CaptchaRuleError: told('That kind of human verification is not known'),
    CaptchaVendorError: told('The verification service refused the answer'),
    CaptchaVendorTimeout: told('The verification service did not answer'),
    CaptchaVendorConfig: told('The verification service is not configured'),
    CaptchaFailed: told('The human verification failed'),
    TokenInvalid: told('The access token is invalid'),
    RefreshTokenInvalid: told('The refresh token is invalid'),
    CookieInvalid: told('The older site’s session is invalid'),
    IllegalOauthTicket: told('The third-party sign-in is over'),
    ThirdPartyBound: told('The third-party account is bound already'),
    WechatError: told('WeChat refused the sign-in'),
    QqError: told('QQ refused the sign-in'),
    EmailRegistered: told('The e-mail address is registered already'),
    InvalidPhoneNumber: told('Not a phone number'),
    InvalidCaptcha: told('Not a code of six digits'),
    InvalidUsername: told('Not a username'),
    InvalidEmail: told('Not an e-mail address'),
    PasswordMismatch: told('The two passwords differ'),
    PhoneBoundByOther: told('Another account has this number'),
    EmptyAgreementIds: told('The agreements were not accepted'),
  },
};

/** A refusal's name in words; a name without words stands for itself. */
export const refusalWords = (language: Language, name: string): string => {
  if (name === 'fault') return problems[language].Fault.what;
  const row = (problems[language] as Readonly<Record<string, ProblemWords | undefined>>)[name];
  return row ? row.what.replace(/[。.]$/, '') : name;
};
