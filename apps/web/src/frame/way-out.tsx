/** The way out of every page that has none of its own. Loaded late. */
import { SignOutButton } from '@rollcall/react';
import { signedOutPath } from './signed-out.ts';

/** The page may be about the person alone: another one begins at the sign-in. */
const leave = (): void => location.replace(signedOutPath());

export const WayOut = () => <SignOutButton onSignedOut={leave} />;
