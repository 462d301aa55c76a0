/** Starts a page in the browser, over its prerendered HTML. */
import '@rollcall/ui/tokens.css';
import '@rollcall/app-shell/base.css';
import type { Words } from '../words/words.ts';
import { collectErrors } from '@rollcall/app-shell/errors';
import { inOwnTask } from '@rollcall/app-shell/idle';
import type { Page } from './page-root.tsx';

/**
 * React, the root, the page and its first drawing start in tasks of their own, and the page is hydrated in pieces: a phone takes
 * 150 ms for all of it.
 *
 * @param load gives the page; its module is not to run before
 * @param options.reports whether the page reports its use, with consent, and asks for that. @default true
 */
export async function hydrate(
  load: () => Promise<Page>,
  words: Words,
  { reports = true }: { readonly reports?: boolean } = {},
): Promise<void> {
  collectErrors();
  const { hydrateRoot } = await inOwnTask(() => import(/* webpackMode: "eager" */ './react-root.ts'));
  const { hydratePage } = await inOwnTask(() => import(/* webpackMode: "eager" */ './page-root.tsx'));
  const Page = await inOwnTask(load);
  await inOwnTask(() => hydratePage(hydrateRoot, Page, words, reports));
}
