/** Every word that the pages say beyond the components' own. */
import type { Phrases } from '@rollcall/react';

export interface Words {
  readonly phrases: Phrases;
  readonly product: string;
  readonly otherLanguage: string;
  readonly switchTheme: string;
  readonly skip: string;
  readonly home: string;
  /** The names on the drawn roll, top to bottom. */
  readonly roll: readonly string[];
  readonly days: readonly string[];
  readonly you: string;
  readonly front: {
    readonly title: string;
    readonly lead: string;
    readonly points: readonly (readonly [string, string])[];
    readonly greeting: string;
    readonly toAccount: string;
    readonly toSignIn: string;
    readonly toSignUp: string;
  };
  readonly titles: Readonly<Record<'index' | 'sign-in' | 'sign-up' | 'account', string>>;
  readonly descriptions: Readonly<Record<'index' | 'sign-in' | 'sign-up' | 'account', string>>;
  readonly signInLead: string;
  readonly signUpLead: string;
  readonly signedOut: string;
}
