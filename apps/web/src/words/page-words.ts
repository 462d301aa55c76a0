/** The words of the pages' own parts, which a school replaces as it does those of the components. */
import { type Language, useWords } from '@rollcall/react';
import type { AccountPageWords } from '../pages/account/words.ts';
import type { AllowWords } from '../pages/allow/words.ts';
import type { ErrorPageWords } from '../pages/error/words.ts';
import type { FrontWords } from '../pages/index/words.ts';
import type { AfterWords } from '../pages/reset/words.ts';
import type { AlreadyWords } from '../pages/sign-in/already-words.ts';
import type { CookieWords } from '../pages/sign-in/cookie-words.ts';
import type { LeftWords } from '../pages/sign-in/left-words.ts';
import type { SharedWords } from '../pages/sign-in/shared-words.ts';

/** By the names under which a school replaces them. */
export interface PageParts {
  readonly accountPage: AccountPageWords;
  readonly after: AfterWords;
  readonly allow: AllowWords;
  readonly already: AlreadyWords;
  readonly cookies: CookieWords;
  readonly error: ErrorPageWords;
  readonly front: FrontWords;
  readonly left: LeftWords;
  readonly shared: SharedWords;
}

/** As `useWords`, for a part of the pages: its replaced words stand beside those of the features. */
export const usePageWords = useWords as <P extends keyof PageParts>(
  part: P,
  builtIn: Readonly<Record<Language, PageParts[P]>>,
) => PageParts[P];
