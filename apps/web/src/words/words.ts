import type { Phrases } from '@rollcall/react';

/** The words of the pages other than those of the components. */
export interface PageTexts {
  /** The name in the head: the school's, else Rollcall's. */
  readonly product: string;
  /** URL of the school's mark. Absent: the seal. */
  readonly mark?: string | undefined;
  readonly otherLanguage: string;
  readonly switchTheme: string;
  readonly skip: string;
  readonly signInLead: string;
  /** The link to the page of parents and guardians. */
  readonly guardians: string;
  readonly signUpLead: string;
  readonly resetLead: string;
  readonly oauthLead: string;
  readonly signedOut: string;
  /** Shown where a part of the page did not load, with the label of the button. */
  readonly partFailed: string;
  readonly reload: string;
}

/** All words of a page. */
export interface Words extends PageTexts {
  readonly phrases: Phrases;
}
