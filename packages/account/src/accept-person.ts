import type { Auth } from './client.ts';

/**
 * Says that the page shows nothing any more of the account for which it was drawn: from now on its calls are for the account
 * that is signed in. Call it where `onChange` tells of another person, after everything was drawn again; loading the page
 * again does the same.
 *
 * @example auth.onChange((_, anotherPerson) => { if (anotherPerson) { document.body.replaceChildren(); acceptPerson(auth); } });
 * @see `docs/react.md`
 */
export const acceptPerson = ({ tokens }: Pick<Auth, 'tokens'>): void => {
  tokens.person = undefined;
  tokens.ensurePerson(tokens.read().access);
};
