/** Signs a person in by the session of an older site (specification, section 4, token state 3). */
import type { Auth } from '@rollcall/account';
import { useEffect, useState } from 'react';

/**
 * Tries the conversion once in the page's life where no token is held.
 *
 * @param converts whether the server converts sessions of an older site
 * @returns whether the conversion is still under way
 */
export function useConversion(auth: Auth | undefined, converts: boolean): boolean {
  const [open, setOpen] = useState(converts);
  useEffect(() => {
    const end = () => setOpen(false);
    // A token that is held, else a refresh, else the conversion; without any of them the person is a visitor.
    if (converts) auth?.tokens.obtain().then(end, end);
  }, [auth, converts]);
  return open;
}
