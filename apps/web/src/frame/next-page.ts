/** The page that follows a sign-in, once the seal was seen. */
import { type Auth, getPrivacy } from '@rollcall/account';
import { agePath } from './to-age.ts';
import { viaAccount } from './via-account.ts';

/** Milliseconds for which the seal is shown. */
const SEAL_SEEN = 1100;

/** Milliseconds after that within which what the person is to be told or asked first still counts. */
const LONGER = 2_000;

const after = (ms: number): Promise<undefined> => new Promise(resolve => setTimeout(resolve, ms, undefined));

/**
 * @param to the page that the person came for
 * @returns that page; the account page, with a link to it, where the account is about to be deleted or the school to add a number;
 * the questions about age, which lead to it, where they are not answered
 */
export async function nextPage(auth: Auth | undefined, to: string): Promise<string> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // requested while the seal is shown; a slow or failed answer causes no delay
  const due = auth ? getPrivacy(auth).catch(() => undefined) : undefined;
  await after(still ? 500 : SEAL_SEEN);
  const privacy = await Promise.race([due, after(LONGER)]);
  if (privacy?.requires) return agePath(to);
  return privacy?.deletion_due_at || privacy?.number_change ? viaAccount(to) : to;
}
