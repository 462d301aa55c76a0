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
  readonly signInLead: string;
  readonly signUpLead: string;
  readonly resetLead: string;
  readonly oauthLead: string;
  readonly signedOut: string;
}
