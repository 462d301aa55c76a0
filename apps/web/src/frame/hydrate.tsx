/** Starts a page in the browser, over its prerendered HTML. */
import '@rollcall/ui/tokens.css';
import '@rollcall/app-shell/base.css';
import { init, moveHostCookies } from '@rollcall/account';
import { PageBoundary, replaceWords, SignInProvider } from '@rollcall/react';
import { type ComponentType, startTransition } from 'react';
import { deviceId } from '../device.ts';
import type { Words } from '../words/words.ts';
import { collectErrors, rootOptions } from '@rollcall/app-shell/errors';
import { inOwnTask } from '@rollcall/app-shell/idle';
import { pageSettings } from '@rollcall/app-shell/settings';
import { reportLater } from '../reporting/later.ts';
import { sharedDevice } from './shared-device.ts';
import { type PageData, pageData } from './page-data.ts';
import { takeUnconverted } from './to-sign-in.ts';

/**
 * Everything that differs by school is in the settings that the server writes into the document. React and the page start in
 * tasks of their own, and the page is hydrated in pieces: a phone takes 150 ms for all of it.
 *
 * @param load gives the page; its module is not to run before
 * @param options.reports whether the page reports its use, with consent, and asks for that. @default true
 */
export async function hydrate(
  load: () => Promise<ComponentType<{ words: Words; data: PageData | undefined }>>,
  words: Words,
  { reports = true }: { readonly reports?: boolean } = {},
): Promise<void> {
  collectErrors();
  const { hydrateRoot } = await inOwnTask(() => import(/* webpackMode: "eager" */ './react-root.ts'));
  const Page = await inOwnTask(load);
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
    hydrateRoot(
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
