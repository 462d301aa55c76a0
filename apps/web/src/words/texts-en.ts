import type { PageTexts } from './words.ts';

export const texts = {
  product: 'Rollcall',
  otherLanguage: '中文',
  switchTheme: 'Switch between light and dark',
  skip: 'Skip to the content',
  signInLead: 'Welcome back.',
  guardians: 'For parents and guardians',
  signUpLead: 'Put your name on the roll.',
  resetLead: 'A code that is sent to you proves that it is you.',
  oauthLead: 'Sign in with WeChat or QQ.',
  signedOut: 'You have signed out.',
  partFailed: 'This part did not load. Please check your network and try again.',
  reload: 'Reload',
} satisfies PageTexts as PageTexts;
