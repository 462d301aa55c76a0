/** The root of a page: who is signed in, the school's settings and words around it. Run in a task of its own: see hydrate.tsx. */
import { init, moveHostCookies } from '@rollcall/account';
import { PageBoundary, replaceWords, SignInProvider } from '@rollcall/react';
import { type ComponentType, startTransition } from 'react';
import type { hydrateRoot } from 'react-dom/client';
import { deviceId } from '../device.ts';
import type { Words } from '../words/words.ts';
import { rootOptions } from '@rollcall/app-shell/errors';
import { pageSettings } from '@rollcall/app-shell/settings';
import { reportLater } from '../reporting/later.ts';
import { sharedDevice } from './shared-device.ts';
import { type PageData, pageData } from './page-data.ts';
import { takeUnconverted } from './to-sign-in.ts';

export type Page = ComponentType<{ words: Words; data: PageData | undefined }>;

/**
 * Everything that differs by school is in the settings that the server writes into the document.
 *
 * @param hydrate React's own
 * @param reports whether the page reports its use, with consent, and asks for that
 */
export function hydratePage(hydrate: typeof hydrateRoot, Page: Page, words: Words, reports: boolean): void {
  const {
    pid = '',
    product = '',
    env,
    domain,
    cookiePrefix,
    name,
    mark,
    support,
    converts,
    channels,
    words: own,
  } = pageSettings();
  // the calls go to this host, whatever domain the cookies are for
  const params = {
    pid,
    appid: pid,
    product_code: product,
    platform: 'web',
    env,
    domain,
    cookie_prefix: cookiePrefix,
    host: '',
    sharedDevice,
    middleDot: true,
  };
  if (domain) moveHostCookies(params);
  const auth = init(params);
  takeUnconverted(auth);
  const shown: Words = {
    ...(own ? replaceWords(words, own) : words),
    product: name?.[words.phrases.language] ?? words.product,
    mark,
  };
  const { phrases } = shown;
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  startTransition(() => {
    hydrate(
      root,
      <SignInProvider
        auth={auth}
        phrases={phrases}
        device={deviceId}
        support={support}
        converts={converts}
        voice={channels?.includes('voice')}
      >
        <PageBoundary>
          <Page words={shown} data={pageData()} />
        </PageBoundary>
      </SignInProvider>,
      rootOptions,
    );
  });
  if (reports) reportLater(auth, phrases);
}
