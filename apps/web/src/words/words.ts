/** All words of the pages other than those of the components. */
import type { Phrases } from '@rollcall/react';

export interface Words {
  readonly phrases: Phrases;
  readonly product: string;
  readonly otherLanguage: string;
  readonly switchTheme: string;
  readonly skip: string;
  readonly signInLead: string;
  readonly signUpLead: string;
  readonly resetLead: string;
  readonly oauthLead: string;
  readonly signedOut: string;
  /** Shown where a part of the page did not load, with the label of the button. */
  readonly partFailed: string;
  readonly reload: string;
}
