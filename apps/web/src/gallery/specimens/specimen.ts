/** What a specimen is, and where in a component its parts are. */
import type { ReactElement } from 'react';
import type { Hand } from '../hand.ts';
import type { Answers } from '../network.ts';

export interface Specimen {
  readonly draw: () => ReactElement;
  /** Over the answers that all have. */
  readonly answers?: Answers;
  readonly signedIn?: boolean;
  /** What a person does to bring the state about; it is shown when this has resolved. */
  readonly reach?: (hand: Hand) => Promise<void>;
}

/** By component and state. */
export type Specimens = Readonly<Record<string, Readonly<Record<string, Specimen>>>>;

export const submit = '[type=submit]';
export const sendCode = '[class*=head] button';
/** What `Slow` says. */
export const slow = '[class*=slow]:not(:empty)';
export const error = '[role=alert]:not(:empty)';
export const nothing = () => {};
