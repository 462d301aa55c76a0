/** Prerenders every page in every language to HTML. */
import { RollcallProvider } from '@rollcall/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { failedBox, guard } from './delivery/first-files.ts';
import type { Placed } from './examples/files.ts';
import { accountSections } from '@rollcall/react/account';
import { AccountPage } from './pages/account/page.tsx';
import { ConsolePage } from './pages/console/page.tsx';
import { ContestsPage } from './pages/contests/page.tsx';
import { GalleryPage } from './pages/gallery/page.tsx';
import { FrontPage } from './pages/index/page.tsx';
import { LessonPage } from './pages/lesson/page.tsx';
import { OauthPage } from './pages/oauth/page.tsx';
import { ResetPage } from './pages/reset/page.tsx';
import { SignInPage } from './pages/sign-in/page.tsx';
import { SignUpPage } from './pages/sign-up/page.tsx';
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
  'sign-up': SignUpPage,
  reset: ResetPage,
  oauth: OauthPage,
  account: AccountPage,
  contests: ContestsPage,
  lesson: LessonPage,
  console: ConsolePage,
  gallery: GalleryPage,
} as const satisfies Record<string, ComponentType<{ words: Words; data: PageData | undefined }>>;
export const languages = { 'zh-CN': zhCN, en } as const satisfies Record<string, Words>;
export type PageName = keyof typeof pages;
export type LanguageName = keyof typeof languages;

/** A file of a document: its path, and the value of its integrity attribute. */
export interface Asset {
  readonly path: string;
  readonly integrity: string;
}

/** In the order in which the page loads them. */
export interface Files {
  readonly scripts: readonly Asset[];
  readonly styles: readonly Asset[];
  readonly icon: string;
  /** The release's name. */
  readonly release: string;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** The content of a page's root, as the first render of its script produces it. */
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

/**
 * The placeholder of the answer's nonce: as long as one and as hard to compress, so that the budgets count it.
 */
const NONCE = 'Hq3vT0x_bWm7ZcRk-9sYdA';

/** JSON for a script element. */
const json = (data: PageData): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/**
 * A whole document. The server fills in the theme and the environment (two empty attributes of `<html>`) and
 * the nonce. There is no inline style: the content security policy forbids it.
 *
 * @param title the key of its title and description
 */
export function renderDocument(
  page: { name: PageName; title: keyof PageWords; data?: PageData | undefined },
  language: LanguageName,
  files: Files,
): string {
  const { titles, descriptions, pageFailed } = documents[language];
  // autofocus is set here: React's own would take the focus again when the script runs
  const root = renderPage(page.name, language, page.data).replace(
    ' data-first=""',
    ' data-first="" autofocus=""',
  );
  return [
    '<!doctype html>',
    `<html lang="${language}" data-theme="" data-env="" data-release="${files.release}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="format-detection" content="telephone=no">',
    `<title>${escape(titles[page.title])}</title>`,
    `<meta name="description" content="${escape(descriptions[page.title])}">`,
    `<script nonce="${NONCE}">${guard}</script>`,
    `<link rel="icon" type="image/svg+xml" href="${files.icon}">`,
    ...files.styles.map(
      ({ path, integrity }) => `<link rel="stylesheet" href="${path}" integrity="${integrity}">`,
    ),
    ...files.scripts.map(
      ({ path, integrity }) =>
        `<script nonce="${NONCE}" defer src="${path}" integrity="${integrity}"></script>`,
    ),
    '</head>',
    `<body><div id="root">${root}</div>`,
    failedBox(escape(pageFailed[0]), escape(pageFailed[1])),
    ...(page.data ? [`<script type="application/json" id="data">${json(page.data)}</script>`] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
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
        renderDocument({ name, title: `lesson-${lesson}`, data: { lesson } }, language, files),
      ]),
    );
  if (name === 'account')
    return Object.fromEntries(
      accountSections.map(account => {
        const title = account === 'profile' ? 'account' : (`account-${account}` as const);
        return [title, renderDocument({ name, title, data: { account } }, language, files)];
      }),
    );
  const data = name === 'contests' ? { contests: placed[language] } : undefined;
  return { [name]: renderDocument({ name, title: name, data }, language, files) };
}

/** The icon. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#c23a22" d="M5 4.5 31 3l27.5 1.5L60.5 6 61 33l-1 26-2 2-26 .5L6 61l-2.5-2L3 32l.6-26z"/><path fill="none" stroke="#faf7f0" stroke-width="4.5" d="M12 15h26M25 16 15 28l21-2M25 31v19M13 38h23M11 51l28-4M45 17v24M53 11v36q0 4-8 3"/></svg>';

export { staticFiles } from './examples/files.ts';
