import { pageSettings } from '@rollcall/app-shell/settings';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** The channels over which the server can send codes; undefined while prerendering. */
export const useChannels = () =>
  useSyncExternalStore(
    never,
    () => pageSettings().channels,
    () => undefined,
  );
