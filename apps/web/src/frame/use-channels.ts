import { pageSettings } from '@rollcall/app-shell/settings';
import { useBrowserValue } from '@rollcall/ui';

/** The channels over which the server can send codes; undefined while prerendering. */
export const useChannels = () => useBrowserValue(() => pageSettings().channels, undefined);
