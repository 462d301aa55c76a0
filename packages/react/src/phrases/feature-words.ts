/** The words of the features that are loaded later than a page, such as the sections of the account page. */
import type { AccountWords } from '../account/words.ts';
import type { GateWords } from '../agreements/gate-words.ts';
import type { ConfirmPhoneWords } from '../confirm-phone/words.ts';
import type { DeletionWords } from '../deletion/words.ts';
import type { DevicesWords } from '../devices/words.ts';
import type { EmailWords } from '../fields/words.ts';
import type { ChallengeWords } from '../human-verification/words.ts';
import type { ImageWords } from '../images/words.ts';
import type { InWechatWords } from '../third-party/in-wechat-words.ts';
import type { ScrollWords } from '../infinite-scroll/words.ts';
import type { ResetWords } from '../password-reset/words.ts';
import type { StrengthWords } from '../password-strength/words.ts';
import type { MinorsWords } from '../minors/words.ts';
import type { MyDataWords } from '../my-data/words.ts';
import type { NoticesWords } from '../security/notices-words.ts';
import type { NumberChangeWords } from '../number-change/words.ts';
import type { EnrolWords } from '../sign-in/enrol-words.ts';
import type { EmailSignUpWords } from '../sign-up/words.ts';
import type { ProofWords } from '../proof/words.ts';
import type { SecondFactorWords } from '../second-factor/words.ts';
import type { PrivacyWords } from '../privacy/words.ts';
import type { ProfileWords } from '../profile/profile-words.ts';
import type { PictureWords } from '../profile/picture-words.ts';
import type { SecurityWords } from '../security/words.ts';
import type { ThirdPartyWords } from '../third-party/words.ts';
import type { VoiceWords } from '../forms/voice-words.ts';
import type { UsageWords } from '../usage/words.ts';

/** Each feature brings its own words in the two built-in languages; a site may replace any of them. */
export interface FeatureWords {
  readonly account: AccountWords;
  readonly challenge: ChallengeWords;
  readonly confirmPhone: ConfirmPhoneWords;
  readonly deletion: DeletionWords;
  readonly devices: DevicesWords;
  readonly email: EmailWords;
  readonly emailSignUp: EmailSignUpWords;
  readonly enrol: EnrolWords;
  readonly gate: GateWords;
  readonly images: ImageWords;
  readonly inWechat: InWechatWords;
  readonly minors: MinorsWords;
  readonly myData: MyDataWords;
  readonly notices: NoticesWords;
  readonly numberChange: NumberChangeWords;
  readonly picture: PictureWords;
  readonly privacy: PrivacyWords;
  readonly profile: ProfileWords;
  readonly proof: ProofWords;
  readonly secondFactor: SecondFactorWords;
  readonly reset: ResetWords;
  readonly scroll: ScrollWords;
  readonly security: SecurityWords;
  readonly strength: StrengthWords;
  readonly thirdParty: ThirdPartyWords;
  readonly usage: UsageWords;
  readonly voice: VoiceWords;
}
