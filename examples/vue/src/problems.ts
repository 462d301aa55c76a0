const words: Readonly<Record<string, string>> = {
  InvalidPhoneNumber: '请输入 11 位手机号。',
  InvalidCaptcha: '请输入 6 位验证码。',
  CaptchaMismatch: '验证码不对，或者已经过期。',
  CaptchaTooFrequent: '刚刚发送过验证码，请稍等一会儿。',
  CaptchaLimitReached: '今天不能再给这个号码发验证码了。',
  CaptchaClosed: '完成验证后才能继续。',
  InvalidTicket: '验证未通过，请重试。',
  TooManyAttempts: '试得太多了，请过一会儿再来。',
  SecondFactorRequired: '这个账号开启了两步验证，请在登录页完成。',
  AccountBlocked: '这个账号已被停用，请联系老师。',
  RequestError: '网络不通，请再试一次。',
  RequestTimeout: '网络太慢，请再试一次。',
};

/** @param error what a call rejected with: an `AuthError`, or a `CaptchaError` of the challenge */
export const problemOf = (error: unknown): string =>
  // the vendor of a challenge could not be reached: nobody has failed anything
  error instanceof Error && 'unanswered' in error && error.unanswered
    ? '安全验证加载失败，请再试一次。'
    : ((error instanceof Error ? words[error.name] : undefined) ?? '出了点问题，请再试一次。');
