/** What a page needs once somebody signs in, in one file that is loaded then. */
import type { Auth } from '@rollcall/account';
import type { Agreement } from '@rollcall/contract';
import type { Language } from '@rollcall/ui';
import { loadAgreements } from '../agreements/use-agreements.ts';

export { NewAgreementsDialog } from '../agreements/new-agreements-dialog.tsx';
export { VoiceCode } from '../forms/voice-code.tsx';
export { EnrolDialog } from '../sign-in/enrol-dialog.tsx';
export { SignedInNotice } from './signed-in-notice.tsx';

/** The agreements that are new to the signed-in person; undefined where that can't be asked: the next page asks again. */
export const newAgreements = (auth: Auth, language: Language): Promise<readonly Agreement[] | undefined> =>
  loadAgreements(auth, 'unsigned', language).catch(() => undefined);
