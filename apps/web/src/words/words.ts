/** Every word that the pages say beyond the components' own. */
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
  /** Where a part of the page did not load, and the way out of it. */
  readonly partFailed: string;
  readonly reload: string;
}
