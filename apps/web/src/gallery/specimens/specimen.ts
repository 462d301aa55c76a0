/** The type of a specimen, and selectors of its parts. */
import type { ReactElement } from 'react';
import type { Hand } from '../hand.ts';
import type { Answers } from '../network.ts';

export interface Specimen {
  readonly draw: () => ReactElement;
  /** Replaces some of the common answers. */
  readonly answers?: Answers;
  readonly signedIn?: boolean;
  /** The input that leads to the state; the specimen is ready when it resolves. */
  readonly reach?: (hand: Hand) => Promise<void>;
}

/** By component and state. */
export type Specimens = Readonly<Record<string, Readonly<Record<string, Specimen>>>>;

export const submit = '[type=submit]';
export const sendCode = '[class*=head] button';
/** The text of `SlowNotice`. */
export const slow = '[class*=slow]:not(:empty)';
export const error = '[role=alert]:not(:empty)';
export const nothing = () => {};
