/**
 * The English phrases without the problems of `account-problems-en.ts`: all that a page needs where people only sign in.
 * The type of the phrases is derived from here, and every other language must satisfy it.
 */
import { type ProblemText, type IdentityKind } from '@rollcall/ui';
import type { ProblemName } from '../problem/problem.ts';
import type { Provider } from '../third-party/provider.ts';

const again = 'Please sign in again.';
const help = 'If you need help, contact the school.';
const inSeconds = (count: number) => `${count} second${count === 1 ? '' : 's'}`;

export const englishEntrance = {
  fields: {
    required: 'required',
    phone: 'Mobile number',
    phoneRule: 'Mainland China number, 11 digits',
    countryCode: '+86',
    code: 'Code',
    codeRule: 'The 6 digits in the message, valid for 10 minutes',
    sendCode: 'Send code',
    resendCode: 'Send again',
    sending: 'Sending…',
    resendIn: (seconds: number) => `Send again in ${seconds} s`,
    /** @param masked a phone number or an address of which only the ends can be read */
    sentTo: (masked: string) => `Code sent to ${masked}`,
    password: 'Password',
    passwordRule: '6–20 letters, digits or symbols, no spaces',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
  },
  work: {
    slow: 'The network is slow, please wait…',
    retry: 'Try again',
    close: 'Close',
    support: 'Contact the school',
    loading: 'Loading…',
    pageFailed: 'Something went wrong on this page. Please reload it.',
    reload: 'Reload',
    wait: (count: number) =>
      count < 90
        ? `Try again in ${inSeconds(count)}.`
        : count < 5400
          ? `Try again in ${Math.ceil(count / 60)} minutes.`
          : `Try again in ${Math.ceil(count / 3600)} hours.`,
    reference: (id: string) => `If you report this, please include ${id}`,
    summary: (count: number) =>
      count === 1 ? 'One field needs attention' : `${count} fields need attention`,
  },
  signIn: {
    title: 'Sign in',
    ways: 'How to sign in',
    byCode: 'By code',
    byPassword: 'By password',
    byEmail: 'Sign in by e-mail code',
    lastUsed: 'Last used',
    identity: 'Mobile number, e-mail or username',
    identityRule: {
      empty: 'Mainland China number; without an account, the code lets you create one',
      phone: 'Mainland China number, 11 digits',
      email: 'With an e-mail address, use your password',
      username: 'With a username, use your password',
    } satisfies Record<IdentityKind, string>,
    submit: 'Sign in',
    submitting: 'Signing in…',
    noAccount: 'No account yet?',
    toSignUp: 'Sign up',
    here: 'Here!',
    welcome: 'You are signed in. Opening your page…',
    already: 'You are signed in.',
    goOn: 'Continue',
    forgot: 'Forgot password?',
  },
  thirdParty: {
    ways: 'Other ways to sign in',
    by: { wechat: 'WeChat', qq: 'QQ' } satisfies Record<Provider, string>,
    opening: 'Opening…',
  },
  signUp: {
    title: 'Sign up',
    submit: 'Agree and sign up',
    submitting: 'Signing up…',
    haveAccount: 'Have an account?',
    toSignIn: 'Sign in',
    here: 'Here!',
    welcome: 'You are on the roll. Opening your page…',
  },
  agreements: {
    /** Stands before the agreements' titles. */
    agree: 'I have read and accept the',
    and: 'and',
    comma: ', ',
    open: (title: string): string => title,
    failed: 'The agreements did not load, so you can’t sign up yet.',
    ownPage: 'Open in a new page',
  },
  account: {
    phone: 'Mobile number',
    email: 'E-mail',
    username: 'Username',
    password: 'Password',
    wechat: 'WeChat',
    qq: 'QQ',
    signOut: 'Sign out',
    signingOut: 'Signing out…',
    mine: 'My account',
    signIn: 'Sign in',
  },
  problems: {
    IdentityMissing: {
      what: 'Enter your account.',
      next: 'Use your mobile number, e-mail address or username.',
    },
    PhoneMissing: { what: 'Enter your mobile number.', next: 'It has 11 digits, starting with 1.' },
    EmailMissing: { what: 'Enter your e-mail address.', next: 'For example, name@example.com.' },
    PasswordMissing: { what: 'Enter your password.', next: 'Passwords are case-sensitive.' },
    CodeMissing: { what: 'A code has 6 digits.', next: 'Enter the code that was sent to you.' },
    CodeNotSent: { what: 'No code has been sent yet.', next: 'Press “Send code” first.' },
    CodeExpired: { what: 'This code has expired.', next: 'Please ask for a new one.' },
    CodeOver: { what: 'This code is no longer valid.', next: 'Please ask for a new one.' },
    AgreementsUnsigned: { what: 'Not accepted yet.', next: 'Please read and accept.' },
    WrongFactor: { what: 'The code is wrong or no longer valid.', next: 'Please check it and try again.' },
    WrongRecoveryCode: {
      what: 'The recovery code is wrong or was already used.',
      next: 'Please check it and try again.',
    },
    AgreementsOutdated: {
      what: 'The agreements have just changed.',
      next: 'Please read and accept the new ones.',
    },
    EnrolmentRequired: {
      what: 'This number has no account yet.',
      next: 'Ask for a new code and agree to the terms, or use another number.',
    },
    SecondFactorRequired: { what: 'Two-step verification is needed.', next: 'Please try again.' },
    InvalidPhoneNumber: {
      what: 'This is not a mobile number.',
      next: 'Enter all 11 digits, starting with 1.',
    },
    InvalidCaptcha: { what: 'A code has 6 digits.', next: 'Enter the code that was sent to you.' },
    InvalidPassword: {
      what: 'This password does not fit the rule.',
      next: 'Use 6–20 letters, digits or symbols, no spaces.',
    },
    PasswordLocked: {
      what: 'Too many wrong passwords: signing in by password is now off.',
      next: 'Please reset the password, or sign in with a code to your phone.',
    },
    PasswordTooCommon: {
      what: 'This password is too common, or has your number or name in it.',
      next: 'Please choose another one.',
    },
    InvalidEmail: {
      what: 'This is not an e-mail address.',
      next: 'Check what stands before and after the @.',
    },
    CookieNotStored: {
      what: 'The browser did not keep the sign-in.',
      next: 'Allow cookies, delete those of this site, and sign in again.',
    },
    NoToken: { what: 'Your session has ended.', next: again },
    RequestTimeout: {
      what: 'The server did not answer in time.',
      next: 'Please try again.',
    },
    RequestError: {
      what: 'The server could not be reached.',
      next: 'Check your connection and try again.',
    },
    OriginRefused: { what: 'This site is not allowed to use the sign-in service.', next: help },
    PhoneRegistered: { what: 'This number has an account already.', next: 'Please sign in.' },
    WrongCredentials: {
      what: 'The account or the password is wrong.',
      next: 'Check both and try again, or reset the password.',
    },
    CaptchaMismatch: {
      what: 'The code is wrong or no longer valid.',
      next: 'Check the message, or send a new code.',
    },
    IllegalOperation: { what: 'This is not allowed.', next: help },
    CaptchaTooFrequent: {
      what: 'A code was sent a moment ago.',
      next: 'Wait a little before sending another.',
    },
    IllegalPid: { what: 'This site is not set up correctly.', next: help },
    WrongTicket: { what: 'This step has timed out.', next: 'Please start over.' },
    AccountBlocked: { what: 'This account is blocked.', next: help },
    CaptchaLimitReached: {
      what: 'Too many codes were sent today.',
      next: 'Try again tomorrow, or sign in by password.',
    },
    TokenInvalid: { what: 'Your session is no longer valid.', next: again },
    RefreshTokenInvalid: { what: 'Your session is no longer valid.', next: again },
    CookieInvalid: { what: 'Your session is no longer valid.', next: again },
    NotInitialised: { what: 'The page has not loaded completely.', next: 'Please reload it.' },
    InitFailed: { what: 'This site is not set up correctly.', next: help },
    EmptyAgreementIds: {
      what: 'The agreements are not accepted yet.',
      next: 'Please read and accept them.',
    },
    AgeRequired: {
      what: 'The questions about age are still open.',
      next: 'Please sign in again to go on.',
    },
    QqError: { what: 'Signing in with QQ failed.', next: 'Try again, or sign in another way.' },
    WechatError: { what: 'Signing in with WeChat failed.', next: 'Try again, or sign in another way.' },
    InvalidTicket: { what: 'The human verification has expired.', next: 'Please verify again.' },
    CaptchaRuleError: { what: 'The human verification did not load.', next: 'Please try again.' },
    CaptchaVendorError: { what: 'The human verification failed.', next: 'Please verify again.' },
    CaptchaVendorTimeout: {
      what: 'The human verification timed out.',
      next: 'Please try again in a moment.',
    },
    CaptchaVendorConfig: { what: 'The human verification is not set up correctly.', next: help },
    GeetestInitFailed: {
      what: 'The human verification did not load.',
      next: 'Reload the page, or try again later.',
    },
    CaptchaClosed: { what: 'The human verification was closed.', next: 'Finish it to continue.' },
    CaptchaFailed: { what: 'The human verification failed.', next: 'Please verify again.' },
    TooManyAttempts: { what: 'Too many attempts.', next: 'Please try again later.' },
    TooBusy: { what: 'The server is busy.', next: 'Please try again in a moment.' },
    Unknown: {
      what: 'Something went wrong on the server; this may not have been completed.',
      next: 'Please try again; if it keeps happening, contact the school.',
    },
  } satisfies Partial<Record<ProblemName, ProblemText>>,
};
