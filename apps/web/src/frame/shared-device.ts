/** Whether others use this device too: what the person ticked in this tab. */
const KEY = 'rollcall.shared';

/** Browser only. */
export const isShared = (): boolean => {
  try {
    return sessionStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
};

/** Browser only. */
export const setShared = (shared: boolean): void => {
  try {
    sessionStorage.setItem(KEY, shared ? '1' : '');
  } catch {
    // the browser allows no storage: it keeps no tick, and no session beyond its own life
  }
};
