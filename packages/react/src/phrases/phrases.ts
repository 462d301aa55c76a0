/** Every word that the components say, as one type; each language is an object that satisfies it. */
import type { IdentityKind } from '../fields/phone.ts';
import type { ProblemName } from '../fields/problem.ts';
import type { Provider } from '../third-party/provider.ts';
import type { Language } from '../theme/preferences.ts';
import type { PartWords } from './parts.ts';
import type { Replacement } from './replace.ts';

/** An error says what happened and what to do next. */
export interface Told {
  readonly what: string;
  readonly next: string;
}

export interface Phrases {
  /**
   * Which of the two built-in languages stands in for what is not given: the words of parts that are not in `parts`, and
   * those of the human verification's vendors, who know these two.
   */
  readonly language: Language;
  /** The language of dates and numbers, as a BCP 47 tag. Default: `language`. */
  readonly locale?: string;
  /** The site's own words for the parts that come later than a page; what is missing is the part's own. */
  readonly parts?: Replacement<PartWords>;
  readonly fields: {
    readonly optional: string;
    readonly phone: string;
    readonly phoneRule: string;
    readonly countryCode: string;
    readonly code: string;
    readonly codeRule: string;
    readonly sendCode: string;
    readonly resendCode: string;
    readonly sending: string;
    readonly resendIn: (seconds: number) => string;
    readonly sentTo: (masked: string) => string;
    readonly password: string;
    readonly passwordRule: string;
    readonly showPassword: string;
    readonly hidePassword: string;
  };
  readonly work: {
    readonly slow: string;
    readonly retry: string;
    readonly close: string;
    readonly loading: string;
    readonly wait: (seconds: number) => string;
    readonly reference: (requestId: string) => string;
    readonly summary: (count: number) => string;
  };
  readonly signIn: {
    readonly title: string;
    readonly ways: string;
    readonly byCode: string;
    readonly byPassword: string;
    readonly lastUsed: string;
    readonly identity: string;
    readonly identityRule: Readonly<Record<IdentityKind, string>>;
    readonly submit: string;
    readonly submitting: string;
    readonly noAccount: string;
    readonly toSignUp: string;
    readonly here: string;
    readonly welcome: string;
    readonly already: string;
    readonly goOn: string;
    readonly forgot: string;
    /** Said where somebody comes back with a new password. */
    readonly newPassword: string;
  };
  readonly thirdParty: {
    readonly ways: string;
    readonly by: Readonly<Record<Provider, string>>;
    readonly opening: string;
  };
  readonly signUp: {
    readonly title: string;
    readonly submit: string;
    readonly submitting: string;
    readonly haveAccount: string;
    readonly toSignIn: string;
    readonly here: string;
    readonly welcome: string;
  };
  readonly agreements: {
    /** Stands before the documents' names. */
    readonly agree: string;
    readonly and: string;
    readonly open: (title: string) => string;
    readonly failed: string;
    readonly ownPage: string;
    readonly news: string;
    readonly sign: string;
    readonly signed: string;
  };
  readonly profile: {
    readonly title: string;
    readonly lead: string;
    readonly nickname: string;
    readonly nicknameRule: string;
    readonly fullname: string;
    readonly fullnameRule: string;
    readonly birthday: string;
    readonly sex: string;
    readonly female: string;
    readonly male: string;
    readonly unsaid: string;
    readonly qq: string;
    readonly qqRule: string;
    readonly grade: string;
    readonly description: string;
    readonly descriptionLeft: (left: number) => string;
    readonly save: string;
    readonly saving: string;
    readonly saved: (time: string) => string;
    readonly unchanged: string;
    readonly loadFailed: string;
  };
  readonly account: {
    readonly privacy: string;
    readonly phone: string;
    readonly email: string;
    readonly username: string;
    readonly password: string;
    readonly wechat: string;
    readonly qq: string;
    readonly none: string;
    readonly set: string;
    readonly unset: string;
    readonly bound: string;
    readonly unbound: string;
    readonly signOut: string;
    readonly signingOut: string;
    readonly mine: string;
    readonly signIn: string;
  };
  readonly problems: Readonly<Record<ProblemName, Told>>;
}

/** A whole further language: satisfies this type only when not one phrase is missing, those of the late parts included. */
export interface Translation extends Phrases {
  readonly locale: string;
  readonly parts: PartWords;
}
