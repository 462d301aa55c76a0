/** Draws every page in every language to HTML, without a browser. */
import { RollcallProvider } from '@rollcall/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { AccountPage } from './pages/account/page.tsx';
import { FrontPage } from './pages/index/page.tsx';
import { OauthPage } from './pages/oauth/page.tsx';
import { ResetPage } from './pages/reset/page.tsx';
import { SignInPage } from './pages/sign-in/page.tsx';
import { SignUpPage } from './pages/sign-up/page.tsx';
import { documents } from './words/documents.ts';
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
} as const satisfies Record<string, ComponentType<{ words: Words }>>;
export const languages = { 'zh-CN': zhCN, en } as const satisfies Record<string, Words>;
export type PageName = keyof typeof pages;
export type LanguageName = keyof typeof languages;

/** Paths from the host's root, in the order that the page loads them. */
export interface Files {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly icon: string;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** The inside of a page's root, as the script's first render over it gives it again. */
export function renderPage(name: PageName, language: LanguageName): string {
  const Page = pages[name];
  const words = languages[language];
  return renderToString(
    <RollcallProvider auth={undefined} phrases={words.phrases}>
      <Page words={words} />
    </RollcallProvider>,
  );
}

/**
 * The whole document. The server fills the two empty attributes of `<html>`: the theme that a person chose, and the
 * environment. No inline script or style: the content security policy allows neither.
 */
export function renderDocument(name: PageName, language: LanguageName, files: Files): string {
  const { titles, descriptions } = documents[language];
  // autofocus is given here and not by React, which would take the focus again when the script arrives
  const root = renderPage(name, language).replace(' data-first=""', ' data-first="" autofocus=""');
  return [
    '<!doctype html>',
    `<html lang="${language}" data-theme="" data-env="">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="format-detection" content="telephone=no">',
    `<title>${escape(titles[name])}</title>`,
    `<meta name="description" content="${escape(descriptions[name])}">`,
    `<link rel="icon" type="image/svg+xml" href="${files.icon}">`,
    ...files.styles.map(path => `<link rel="stylesheet" href="${path}">`),
    ...files.scripts.map(path => `<script defer src="${path}"></script>`),
    '</head>',
    `<body><div id="root">${root}</div></body>`,
    '</html>',
    '',
  ].join('\n');
}
