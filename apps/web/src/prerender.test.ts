import { expect, test } from 'vitest';
import { documents } from './words/documents.ts';
import { type LanguageName, languages, type PageName, pages, renderDocument } from './prerender.tsx';

const files = { scripts: ['/static/1.js'], styles: ['/static/1.css'], icon: '/static/seal.svg' };
const all = (Object.keys(pages) as PageName[]).flatMap(page =>
  (Object.keys(languages) as LanguageName[]).map(language => [page, language] as const),
);

test('there is no browser here', () => {
  expect(typeof window).toBe('undefined');
});

test.each(all)('%s in %s is a whole document that the policy allows', (page, language) => {
  const html = renderDocument(page, language, files);
  expect(html).toContain(`<html lang="${language}" data-theme="" data-env="">`);
  expect(html).toContain(`<title>${documents[language].titles[page]}</title>`);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/ style="|<style| on[a-z]+="/);
  if (language === 'en')
    expect(html.replace(/<text.*?<\/text>|lang="zh-CN".*?<\/button>/g, '')).not.toMatch(/\p{sc=Han}/u);
  // every control has a label, every id is there once
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(match => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of html.matchAll(/ for="([^"]+)"/g)) expect(ids).toContain(id);
});

test.each(['sign-in', 'sign-up'] as const)('%s can be typed in but not sent before the script', page => {
  const html = renderDocument(page, 'zh-CN', files);
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""/);
  expect(html.match(/autofocus=""/g)).toHaveLength(1);
  for (const [input] of html.matchAll(/<input [^>]*>/g)) expect(input).not.toContain('disabled');
  expect(html).toContain('autoComplete="one-time-code"');
});
