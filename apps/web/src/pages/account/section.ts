/** The section in the URL. Each has a document of its own; switching between them loads none. */
import { type AccountSection, accountSections } from '@rollcall/react/account';
import { useCallback, useEffect, useState } from 'react';

export const pathOf = (section: AccountSection): string =>
  section === 'profile' ? '/account' : `/account/${section}`;

const sectionAt = (path: string): AccountSection =>
  accountSections.find(section => pathOf(section) === path.replace(/\/$/, '')) ?? 'profile';

/**
 * The present section, at first the document's, and the function that switches.
 *
 * @param titles of the sections
 * @param name of the school, at the end of the document's title
 */
export function useSection(
  own: AccountSection,
  titles: Readonly<Record<AccountSection, string>>,
  name: string,
): { section: AccountSection; go: (to: AccountSection) => void } {
  const [section, setSection] = useState(own);
  const show = useCallback(
    (next: AccountSection) => {
      setSection(next);
      document.title = `${titles[next]} · ${name}`;
    },
    [titles, name],
  );
  useEffect(() => {
    const follow = () => show(sectionAt(location.pathname));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [show]);
  const go = (to: AccountSection) => {
    // the query, such as where the person was going to, stays
    if (location.pathname !== pathOf(to)) history.pushState(null, '', pathOf(to) + location.search);
    show(to);
  };
  return { section, go };
}
