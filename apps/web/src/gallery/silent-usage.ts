/** Usage reporting that sends nothing, for the consent components. */
import type { Usage } from '@rollcall/usage';

type Grants = ReturnType<Usage['consent']['granted']>;

/** A new one has no consents, and stores none. */
export function silentUsage(): Usage {
  let granted: Grants = {};
  let count = 0;
  return {
    track: () => false,
    page: () => false,
    timer: { start: () => false, pause: () => {}, resume: () => {}, end: () => false },
    setUser: () => {},
    consent: {
      grant: (kinds, version) => {
        const now = Date.now();
        granted = { ...granted, ...Object.fromEntries(kinds.map(kind => [kind, [version, now, ++count]])) };
      },
      withdraw: kinds => {
        granted = Object.fromEntries(
          Object.entries(granted).filter(([kind]) => !kinds.some(one => one === kind)),
        );
      },
      granted: () => granted,
    },
    flush: async () => {},
    forget: async () => {},
    stats: () => {
      throw new Error('Nothing is counted here.');
    },
    close: () => {},
  };
}
