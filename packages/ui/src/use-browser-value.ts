/** What only the browser knows, such as the address: a prerendered page does not have it. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Reads a value at each rendering; a change of it alone does not render again.
 * @param read gives the same value until it changes: a text or a number, no new object
 * @param before what stands for it in prerendered HTML and in the first render over it
 * @example const path = useBrowserValue(() => location.pathname, undefined);
 * @see `docs/react.md`
 */
export const useBrowserValue = <T>(read: () => T, before: T): T =>
  useSyncExternalStore(never, read, () => before);
