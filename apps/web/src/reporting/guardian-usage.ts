/** Who decides what is recorded of the person who is signed in: the person, or the guardian of somebody under 14. */
import { type Auth, getPrivacy } from '@rollcall/account';
import type { ConsentKind } from '@rollcall/contract';
import { guardianKey } from './guardian-key.ts';

/** Milliseconds for which an answer counts in this browser. */
const KEPT = 10 * 60_000;

interface Kept {
  readonly id: string;
  readonly at: number;
  readonly kinds?: readonly ConsentKind[];
}

const read = (id: string): Kept | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(guardianKey) ?? 'null') as Kept | null;
    return kept?.id === id && Math.abs(Date.now() - kept.at) < KEPT ? kept : undefined;
  } catch {
    return undefined;
  }
};

/** @returns the kinds that a guardian allows; undefined: the person decides. Rejects where the server does not tell. */
export const guardianUsage = async (auth: Auth, id: string): Promise<readonly ConsentKind[] | undefined> => {
  const known = read(id);
  if (known) return known.kinds;
  const { guardian_usage: kinds } = await getPrivacy(auth);
  try {
    localStorage.setItem(
      guardianKey,
      JSON.stringify({ id, at: Date.now(), ...(kinds ? { kinds } : {}) } satisfies Kept),
    );
  } catch {
    // without storage the server is asked on each page
  }
  return kinds;
};
