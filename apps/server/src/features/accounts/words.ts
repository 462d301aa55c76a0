/** The words of the pages that the accounts serve themselves. */
import { agreementsWords } from './agreements/agreement-page.ts';
import { bindEmailWords } from './email/bind-email-page.ts';
import { endSessionsWords } from './notices/end-sessions-page.ts';
import { openidWords } from './openid/pages.ts';
import { takeBackWords } from './notices/take-back-page.ts';

export const accountPagesWords = {
  agreements: agreementsWords,
  bindEmail: bindEmailWords,
  endSessions: endSessionsWords,
  openid: openidWords,
  takeBack: takeBackWords,
};
