/** The words of every feature, in both languages. For translators and builds: a page that imports it loads all of them. */
import type { Language } from '@rollcall/ui';
import { accountWords } from '../account/words.ts';
import { anotherPersonWords } from '../session/another-person-words.ts';
import { gateWords } from '../agreements/gate-words.ts';
import { confirmPhoneWords } from '../confirm-phone/words.ts';
import { customFieldWords } from '../custom-fields/words.ts';
import { deletionWords } from '../deletion/words.ts';
import { devicesWords } from '../devices/words.ts';
import { emailWords } from '../fields/words.ts';
import { challengeWords } from '../human-verification/words.ts';
import { imageWords } from '../images/words.ts';
import { inWechatWords } from '../third-party/in-wechat-words.ts';
import { scrollWords } from '../infinite-scroll/words.ts';
import { resetWords } from '../password-reset/words.ts';
import { strengthWords } from '../password-strength/words.ts';
import { minorsWords } from '../minors/words.ts';
import { myDataWords } from '../my-data/words.ts';
import { noticesWords } from '../security/notices-words.ts';
import { numberChangeWords } from '../number-change/words.ts';
import { enrolWords } from '../sign-in/enrol-words.ts';
import { emailSignUpWords } from '../sign-up/words.ts';
import { proofWords } from '../proof/words.ts';
import { secondFactorWords } from '../second-factor/words.ts';
import { privacyWords } from '../privacy/words.ts';
import { profileWords } from '../profile/profile-words.ts';
import { pictureWords } from '../profile/picture-words.ts';
import { securityWords } from '../security/words.ts';
import { thirdPartyWords } from '../third-party/words.ts';
import { voiceWords } from '../forms/voice-words.ts';
import { usageWords } from '../usage/words.ts';
import type { FeatureWords } from './feature-words.ts';

/**
 * The built-in words of every feature, by language.
 * @see `docs/phrases.md`
 */
export const featureWords: {
  readonly [N in keyof FeatureWords]: Readonly<Record<Language, FeatureWords[N]>>;
} = {
  account: accountWords,
  anotherPerson: anotherPersonWords,
  challenge: challengeWords,
  confirmPhone: confirmPhoneWords,
  customFields: customFieldWords,
  deletion: deletionWords,
  devices: devicesWords,
  email: emailWords,
  emailSignUp: emailSignUpWords,
  enrol: enrolWords,
  gate: gateWords,
  images: imageWords,
  inWechat: inWechatWords,
  minors: minorsWords,
  myData: myDataWords,
  notices: noticesWords,
  numberChange: numberChangeWords,
  picture: pictureWords,
  privacy: privacyWords,
  profile: profileWords,
  proof: proofWords,
  secondFactor: secondFactorWords,
  reset: resetWords,
  scroll: scrollWords,
  security: securityWords,
  strength: strengthWords,
  thirdParty: thirdPartyWords,
  usage: usageWords,
  voice: voiceWords,
};
