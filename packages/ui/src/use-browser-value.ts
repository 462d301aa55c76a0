/** What only the browser knows, such as the address: a prerendered page does not have it. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Reads a value at each rendering; a change of it alone does not render again.
 * @param before what stands for it in prerendered HTML and in the first render over it
 */
export const useBrowserValue = <T>(read: () => T, before: T): T =>
  useSyncExternalStore(never, read, () => before);
