/** Whether the form for an e-mail address is open: an entry of the history, so that Back leads to the form for a number. */
import { useCallback, useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
};
const isByEmail = () => new URLSearchParams(location.search).get('by') === 'email';

export function useByEmail(): [byEmail: boolean, choose: (byEmail: boolean) => void] {
  const byEmail = useSyncExternalStore(subscribe, isByEmail, () => false);
  const choose = useCallback((next: boolean) => {
    const address = new URL(location.href);
    if (next) address.searchParams.set('by', 'email');
    else address.searchParams.delete('by');
    history.pushState(null, '', address);
    // `pushState` by itself says nothing
    dispatchEvent(new PopStateEvent('popstate'));
    // the button stands below a form: the other form begins above the screen of a phone
    scrollTo({ top: 0 });
  }, []);
  return [byEmail, choose];
}
