/** Prerenders every page in every language to HTML. */
import { type Files, renderDocument } from '@rollcall/app-shell/document';
import { RollcallProvider } from '@rollcall/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { Placed } from './examples/files.ts';
import { accountSections } from '@rollcall/react/account';
import { AccountPage } from './pages/account/page.tsx';
import { AccountDataPage } from './pages/account-data/page.tsx';
import { AgePage } from './pages/age/page.tsx';
import { ContestsPage } from './pages/contests/page.tsx';
import { EmailSignInPage } from './pages/email-sign-in/page.tsx';
import { ErrorPage } from './pages/error/page.tsx';
import { GalleryPage } from './pages/gallery/page.tsx';
import { GuardianPage } from './pages/guardian/page.tsx';
import { FrontPage } from './pages/index/page.tsx';
import { LessonPage } from './pages/lesson/page.tsx';
import { OauthPage } from './pages/oauth/page.tsx';
import { ResetPage } from './pages/reset/page.tsx';
import { SignInPage } from './pages/sign-in/page.tsx';
import { SignUpPage } from './pages/sign-up/page.tsx';
import { errorNames } from './pages/error/words.ts';
import { Register } from './frame/frame.tsx';
import type { PageData } from './frame/page-data.ts';
import { lessonNumbers } from './pages/lesson/lessons.ts';
import { Roll } from './register/roll.tsx';
import { registerWords } from './register/words.ts';
import { documents, type PageWords } from './words/documents.ts';
import { words as en } from './words/en.ts';
import type { Words } from './words/words.ts';
import { words as zhCN } from './words/zh-CN.ts';

export const pages = {
  index: FrontPage,
  'sign-in': SignInPage,
  'email-sign-in': EmailSignInPage,
  'sign-up': SignUpPage,
  reset: ResetPage,
  oauth: OauthPage,
  account: AccountPage,
  'account-data': AccountDataPage,
  age: AgePage,
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
export function renderPage(name: PageName, language: LanguageName, data?: PageData): string {
  const Page: ComponentType<{ words: Words; data: PageData | undefined }> = pages[name];
  const words = languages[language];
  return renderToString(
    <RollcallProvider auth={undefined} phrases={words.phrases}>
      <Register value={<Roll {...registerWords[language]} />}>
        <Page words={words} data={data} />
      </Register>
    </RollcallProvider>,
  );
}

/** A whole document. @param page `title` names its title and description */
export function renderPageDocument(
  page: { name: PageName; title: keyof PageWords; data?: PageData | undefined },
  language: LanguageName,
  files: Files,
): string {
  const { titles, descriptions } = documents[language];
  return renderDocument(
    {
      language,
      title: titles[page.title],
      description: descriptions[page.title],
      root: renderPage(page.name, language, page.data),
      data: page.data,
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
): Record<string, string> {
  if (name === 'lesson')
    return Object.fromEntries(
      lessonNumbers.map(lesson => [
        `lesson-${lesson}`,
        renderPageDocument({ name, title: `lesson-${lesson}`, data: { lesson } }, language, files),
      ]),
    );
  if (name === 'account')
    return Object.fromEntries(
      accountSections.map(account => {
        const title = account === 'profile' ? 'account' : (`account-${account}` as const);
        return [title, renderPageDocument({ name, title, data: { account } }, language, files)];
      }),
    );
  if (name === 'error')
    return Object.fromEntries(
      errorNames.map(error => [
        error,
        renderPageDocument({ name, title: error, data: { error } }, language, files),
      ]),
    );
  const data = name === 'contests' ? { contests: placed[language] } : undefined;
  return { [name]: renderPageDocument({ name, title: name, data }, language, files) };
}

export { staticFiles } from './examples/files.ts';
