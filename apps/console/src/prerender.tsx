/** Prerenders the console's document: the waiting page, which the script replaces. */
import { type Files, type Language, renderDocument } from '@rollcall/app-shell/document';
import { renderToString } from 'react-dom/server';
import { WaitingPage } from './shell/waiting-page.tsx';
import { commonWords } from './words.ts';

const titles = { 'zh-CN': '管理台 · 点名册', en: 'Console · Rollcall' } as const;
const descriptions = {
  'zh-CN': '操作员管理账号、协议与使用分析。',
  en: 'Where operators look after accounts, agreements and usage reports.',
} as const;

/** The HTML by document name; every path below /console gets the same document. */
export function documentsOf(_page: 'console', language: Language, files: Files): Record<'console', string> {
  const content = {
    language,
    title: titles[language],
    description: descriptions[language],
    root: renderToString(<WaitingPage product={commonWords[language].product} />),
  };
  return { console: renderDocument(content, files) };
}
