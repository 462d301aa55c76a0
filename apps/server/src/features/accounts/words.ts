/** The words of the pages that the accounts serve themselves. */
import { agreementsWords } from './agreement-page.ts';
import { bindEmailWords } from './bind-email-page.ts';
import { endSessionsWords } from './end-sessions-page.ts';
import { takeBackWords } from './take-back-page.ts';

export const accountPagesWords = {
  agreements: agreementsWords,
  bindEmail: bindEmailWords,
  endSessions: endSessionsWords,
  takeBack: takeBackWords,
};
