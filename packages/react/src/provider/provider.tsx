/** What every hook and component below is given: the auth instance, the language and its words. */
import type { Auth } from '@rollcall/account';
import type { Agreement } from '@rollcall/contract';
import { createContext, useContext } from 'react';
import type { Phrases } from '../phrases/phrases.ts';
import type { Entered } from '../session/entered.ts';
import type { Session } from '../session/session.ts';

export interface Rollcall {
  /** Undefined where there is no browser (prerendering): nothing is asked of it before an effect or an action. */
  readonly auth: Auth | undefined;
  readonly phrases: Phrases;
  /** URL of the school's support contact; see the provider. */
  readonly support: string | undefined;
  /** Whether codes can be had by a voice call; see the provider. */
  readonly voice: boolean;
  /** Whether the session of an older site is being converted: until then it is open who is signed in. */
  readonly converting: boolean;
  /** Begins to find out which device this is; see the provider. */
  readonly device: (() => () => Promise<string>) | undefined;
  /**
   * Asks the person to prove again who they are, and resolves when they did. Rejects with `refused` where they did not.
   * Undefined where the provider does not ask.
   *
   * @param refused what a call was refused with
   */
  readonly prove: ((refused: unknown) => Promise<void>) | undefined;
  /**
   * Asks for what a sign-in lacks, and resolves when it has it: the second factor or an account, the answers about age, or that
   * new agreements are accepted. Rejects where the person gives up.
   *
   * @param lacking what the sign-in was refused with; after a sign-in its `requires`, or the agreements that the person has not
   * accepted (`NewAgreements`)
   */
  readonly ask: (lacking: unknown) => Promise<Entered>;
  /** Whether the forms that sign in ask about age; see the provider. */
  readonly asksAge: boolean;
  /** Called when somebody who has just signed in waits for a guardian; see the provider. */
  readonly onAgeWaiting: (() => void) | undefined;
  /** See `useSession`. */
  readonly session: Session;
  /**
   * Whether somebody is signed in who left before they accepted new agreements, or it is not known yet: the provider asks, and until
   * they accept or sign out `session` is `unknown`.
   */
  readonly newAgreements: boolean;
  /**
   * Adds to the number of sign-ins that have begun.
   *
   * @param whole whether the one that ends has all that it asks for
   */
  readonly countEntries: (change: 1 | -1, whole?: boolean) => void;
  /** The agreements that are new to the signed-in person; undefined where they can't be asked for now. */
  readonly findNewAgreements: () => Promise<readonly Agreement[] | undefined>;
}

export const RollcallContext = createContext<Rollcall | undefined>(undefined);

/** The nearest provider's values; undefined where there is none. */
export const useProvided = (): Rollcall | undefined => useContext(RollcallContext);

/**
 * The nearest provider's values. Throws where there is none: that is a mistake of the page's author.
 * @example const { auth, phrases } = useRollcall();
 * @see `docs/react.md`
 */
export function useRollcall(): Rollcall {
  const value = useProvided();
  if (!value) throw new Error('Put <RollcallProvider> around the components of @rollcall/react.');
  return value;
}

/** The auth instance, for actions. Throws while prerendering, where no action can happen. */
export function useAuth(): () => Auth {
  const { auth } = useRollcall();
  return () => {
    if (!auth) throw new Error('RollcallProvider was given no auth.');
    return auth;
  };
}
