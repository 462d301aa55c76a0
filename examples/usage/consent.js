import { usage } from './report.js';

/** The version of the words in index.html. Change it with them: consent is requested again. */
const VERSION = '2026-11';
const KINDS = ['event', 'view', 'user', 'app', 'device'];

const at = id => document.getElementById(id);
const answer = agreed => {
  if (agreed) usage.consent.grant(KINDS, VERSION);
  else usage.consent.withdraw(KINDS);
  localStorage.setItem('consent-asked', VERSION);
  at('consent').hidden = true;
};
at('agree').addEventListener('click', () => answer(true));
at('refuse').addEventListener('click', () => answer(false));
// A consent can be withdrawn at any time.
at('settings').addEventListener('click', () => {
  at('consent').hidden = false;
});
at('consent').hidden = localStorage.getItem('consent-asked') === VERSION;
