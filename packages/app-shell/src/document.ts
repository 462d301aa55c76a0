/** The HTML document of a page, as prerendering writes it. */
import { PAGE_SETTINGS_ID } from '@rollcall/contract';
import { failedBox, guard, hintBoxes, oldBrowser } from './first-files.ts';

export type Language = 'zh-CN' | 'en';

/** A file that a document links: its path from the host's root, and the value of its integrity attribute. */
export interface Asset {
  readonly path: string;
  readonly integrity: string;
}

/** What the build hands to a document. Scripts and styles are in loading order. */
export interface Files {
  readonly scripts: readonly Asset[];
  readonly styles: readonly Asset[];
  /** Path of the icon. */
  readonly icon: string;
  /** Id of the release. */
  readonly release: string;
}

/** What rendering the documents again needs of a build; `placed` is what the app's `staticFiles` resolved with. */
export interface PrerenderBuild<Placed = unknown> {
  readonly documents: readonly {
    readonly page: string;
    readonly language: Language;
    readonly files: Files;
  }[];
  readonly placed: Placed;
  /** The short names of the style sheets' classes, by their long names. */
  readonly short: readonly (readonly [long: string, short: string])[];
}

/** The sentences of every document that stand outside of its page. */
export interface DocumentWords {
  /** Shown where a script or style sheet of the document did not load. */
  readonly failed: string;
  /** The button beside it. */
  readonly reopen: string;
  /** For browsers that run no script. */
  readonly noScript: string;
  /** For browsers that are too old for the page's script. */
  readonly oldBrowser: string;
}

export interface DocumentContent {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** HTML of the root element's content. */
  readonly root: string;
  /** Data for the page's script, written as JSON into `#data`. */
  readonly data?: object | undefined;
  /** @default those of the language */
  readonly words?: DocumentWords | undefined;
}

export const documentWords: Readonly<Record<Language, DocumentWords>> = {
  'zh-CN': {
    failed: '页面没有完整加载，请检查网络后重试。',
    reopen: '重新加载',
    noScript: '浏览器关闭了 JavaScript，此页面无法使用。请在浏览器设置中开启后刷新。',
    oldBrowser: '浏览器版本过低，此页面可能无法使用。请升级浏览器，或换一个打开。',
  },
  en: {
    failed: 'The page did not load completely. Please check your network and try again.',
    reopen: 'Reload',
    noScript: 'This page needs JavaScript, which your browser has turned off. Please turn it on and reload.',
    oldBrowser: 'This browser is too old for this page. Please update it, or use another one.',
  },
};

const escape = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** Placeholder for the nonce of the server's answer: as long and as incompressible, so that size budgets count it. */
const NONCE = 'Hq3vT0x_bWm7ZcRk-9sYdA';

/** JSON that is safe inside a script element. */
const json = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/**
 * Renders a whole document. The server fills in the chosen theme in the empty attribute of `<html>`, its settings as JSON
 * (`PageSettings` of the contract), and the nonce of its answer. There is no inline style: the content security policy allows none.
 */
export function renderDocument(content: DocumentContent, files: Files): string {
  const { language, title, description, data } = content;
  const words = content.words ?? documentWords[language];
  // set here and not by React, which would take the focus a second time when the script runs
  const root = content.root.replace(' data-first=""', ' data-first="" autofocus=""');
  return [
    '<!doctype html>',
    `<html lang="${language}" data-theme="" data-release="${files.release}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="format-detection" content="telephone=no">',
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}">`,
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
    `<body>${hintBoxes(escape(words.noScript), escape(words.oldBrowser))}<div id="root">${root}</div>`,
    failedBox(escape(words.failed), escape(words.reopen)),
    // after what the guard shows: a script waits for the style sheets, and what follows it is not there until then
    `<script nonce="${NONCE}">${oldBrowser}</script>`,
    ...(data ? [`<script type="application/json" id="data">${json(data)}</script>`] : []),
    `<script type="application/json" id="${PAGE_SETTINGS_ID}">{}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
