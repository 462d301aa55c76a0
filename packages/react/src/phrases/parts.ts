/**
 * The words of the parts that come later than a page, such as the account's sections. Each part brings its own in the two
 * languages; a site may give others with its phrases.
 */
import type { AccountWords } from '../account/words.ts';
import type { DeletionWords } from '../deletion/words.ts';
import type { DevicesWords } from '../devices/words.ts';
import type { ChallengeWords } from '../human-verification/words.ts';
import type { ImageWords } from '../images/words.ts';
import type { ScrollWords } from '../infinite-scroll/words.ts';
import type { ResetWords } from '../password-reset/words.ts';
import type { StrengthWords } from '../password-strength/words.ts';
import type { EmailSignUpWords } from '../sign-up/words.ts';
import type { PrivacyWords } from '../privacy/words.ts';
import type { PictureWords } from '../profile/words.ts';
import type { SecurityWords } from '../security/words.ts';
import { useRollcall } from '../session/provider.tsx';
import type { Language } from '../theme/preferences.ts';
import type { ThirdPartyWords } from '../third-party/words.ts';
import type { UsageWords } from '../usage/words.ts';
import { replaceWords } from './replace.ts';

export interface PartWords {
  readonly account: AccountWords;
  readonly challenge: ChallengeWords;
  readonly deletion: DeletionWords;
  readonly devices: DevicesWords;
  readonly emailSignUp: EmailSignUpWords;
  readonly images: ImageWords;
  readonly picture: PictureWords;
  readonly privacy: PrivacyWords;
  readonly reset: ResetWords;
  readonly scroll: ScrollWords;
  readonly security: SecurityWords;
  readonly strength: StrengthWords;
  readonly thirdParty: ThirdPartyWords;
  readonly usage: UsageWords;
}

/** What was merged already, by what a site gave and by what it stands over: the same object at each drawing. */
const merged = new WeakMap<object, WeakMap<object, object>>();

/** The words of a part in the page's language, with the site's own in them. `builtIn` is what the part brings. */
export function useWords<N extends keyof PartWords>(
  part: N,
  builtIn: Readonly<Record<Language, PartWords[N]>>,
): PartWords[N] {
  const { phrases } = useRollcall();
  const base = builtIn[phrases.language];
  const own = phrases.parts?.[part];
  if (!own) return base;
  const known = merged.get(own) ?? new WeakMap<object, object>();
  merged.set(own, known);
  const found = known.get(base) ?? replaceWords<PartWords[N]>(base, own);
  known.set(base, found);
  return found as PartWords[N];
}
