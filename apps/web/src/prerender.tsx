/** Prerenders every page in every language to HTML. */
import { type Files, type PrerenderBuild, renderDocument } from '@rollcall/app-shell/document';
import { shorten } from '@rollcall/app-shell/shorten';
import { RollcallProvider } from '@rollcall/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { Placed } from './examples/files.ts';
import { accountSections } from '@rollcall/react/account';
import { AccountPage } from './pages/account/page.tsx';
import { AccountDataPage } from './pages/account-data/page.tsx';
import { AgePage } from './pages/age/page.tsx';
import { AllowPage } from './pages/allow/page.tsx';
import { ContestsPage } from './pages/contests/page.tsx';
import { EmailSignInPage } from './pages/email-sign-in/page.tsx';
import { ErrorPage } from './pages/error/page.tsx';
import { GalleryPage } from './pages/gallery/page.tsx';
import { GuardianPage } from './pages/guardian/page.tsx';
import { FrontPage } from './pages/index/page.tsx';
import { LessonPage } from './pages/lesson/page.tsx';
import { OauthPage } from './pages/oauth/page.tsx';
import { ResetPage } from './pages/reset/page.tsx';
import { SharedPage } from './pages/shared/page.tsx';
import { SignInPage } from './pages/sign-in/page.tsx';
import { SignUpPage } from './pages/sign-up/page.tsx';
import { errorNames } from './pages/error/words.ts';
import { Prerendered } from './frame/frame.tsx';
import type { PageData } from './frame/page-data.ts';
import { lessonNumbers } from './pages/lesson/lessons.ts';
import { Roll } from './register/roll.tsx';
import { registerWords } from './register/words.ts';
import { documentWordsOf, type OwnPhrases, wordsOf } from './words/catalogue.ts';
import type { PageWords } from './words/documents.ts';
import { words as en } from './words/en.ts';
import type { Words } from './words/words.ts';
import { words as zhCN } from './words/zh-CN.ts';

export const pages = {
  index: FrontPage,
  'sign-in': SignInPage,
  'email-sign-in': EmailSignInPage,
  'sign-up': SignUpPage,
  reset: ResetPage,
  shared: SharedPage,
  oauth: OauthPage,
  account: AccountPage,
  'account-data': AccountDataPage,
  age: AgePage,
  allow: AllowPage,
  guardian: GuardianPage,
  contests: ContestsPage,
  lesson: LessonPage,
  error: ErrorPage,
  gallery: GalleryPage,
} as const satisfies Record<string, ComponentType<{ words: Words; data: PageData | undefined }>>;
export const languages = { 'zh-CN': zhCN, en } as const satisfies Record<string, Words>;
export type PageName = keyof typeof pages;
export type LanguageName = keyof typeof languages;

/** The inside of a page's root, as the script's first render over it gives it again. */
export function renderPage(
  name: PageName,
  language: LanguageName,
  data?: PageData,
  words: Words = languages[language],
): string {
  const Page: ComponentType<{ words: Words; data: PageData | undefined }> = pages[name];
  return renderToString(
    <RollcallProvider auth={undefined} phrases={words.phrases}>
      <Prerendered value={<Roll {...registerWords[language]} />}>
        <Page words={words} data={data} />
      </Prerendered>
    </RollcallProvider>,
  );
}

/**
 * A whole document.
 *
 * @param page `title` names its title and description
 * @param own a school's own phrases
 */
export function renderPageDocument(
  page: { name: PageName; title: keyof PageWords; data?: PageData | undefined },
  language: LanguageName,
  files: Files,
  own?: OwnPhrases,
): string {
  const { words, titles, descriptions, document } = documentWordsOf(language, own);
  return renderDocument(
    {
      language,
      title: titles[page.title],
      description: descriptions[page.title],
      root: renderPage(page.name, language, page.data, words),
      data: page.data,
      words: document,
    },
    files,
  );
}

/** A page's documents in one language, by the names under which the server knows them. */
export function documentsOf(
  name: PageName,
  language: LanguageName,
  files: Files,
  placed: Placed,
  own?: OwnPhrases,
): Record<string, string> {
  if (name === 'lesson')
    return Object.fromEntries(
      lessonNumbers.map(lesson => [
        `lesson-${lesson}`,
        renderPageDocument({ name, title: `lesson-${lesson}`, data: { lesson } }, language, files, own),
      ]),
    );
  if (name === 'account')
    return Object.fromEntries(
      accountSections.map(account => {
        const title = account === 'profile' ? 'account' : (`account-${account}` as const);
        return [title, renderPageDocument({ name, title, data: { account } }, language, files, own)];
      }),
    );
  if (name === 'error')
    return Object.fromEntries(
      errorNames.map(error => [
        error,
        renderPageDocument({ name, title: error, data: { error } }, language, files, own),
      ]),
    );
  const data = name === 'contests' ? { contests: placed[language] } : undefined;
  return { [name]: renderPageDocument({ name, title: name, data }, language, files, own) };
}

/**
 * The documents once more, with a school's own phrases.
 *
 * @returns their HTML by `NAME.LANGUAGE`, and for each language what its pages' settings have as `words`
 */
export function ownDocuments(
  { documents: all, placed, short }: PrerenderBuild<Placed>,
  own: Readonly<Partial<Record<LanguageName, OwnPhrases>>>,
) {
  const names = new Map(short);
  const html: Record<string, string> = {};
  for (const { page, language, files } of all)
    for (const [name, text] of Object.entries(
      documentsOf(page as PageName, language, files, placed, own[language]),
    ))
      html[`${name}.${language}`] = shorten(text, names);
  const words = Object.fromEntries(
    Object.entries(own).map(([language, phrases]) => [language, wordsOf(phrases)]),
  );
  return { html, words };
}

export { catalogue } from './words/catalogue.ts';
export { staticFiles } from './examples/files.ts';
