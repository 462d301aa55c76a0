import { expect, test } from 'vitest';
import { sampleData } from './examples/testing.ts';
import { documents } from './words/documents.ts';
import { type LanguageName, languages, type PageName, pages, renderPageDocument } from './prerender.tsx';

const files = {
  scripts: [{ path: '/static/1.js', integrity: 'sha256-s' }],
  styles: [{ path: '/static/1.css', integrity: 'sha256-c' }],
  icon: '/static/seal.svg',
  release: '0123456789ab',
};
const render = (name: PageName, language: LanguageName) =>
  renderPageDocument({ name, title: titleOf(name), data: sampleData(name, language) }, language, files);
const titleOf = (name: PageName) => (name === 'lesson' ? 'lesson-1' : name === 'error' ? 'fault' : name);
const all = (Object.keys(pages) as PageName[]).flatMap(page =>
  (Object.keys(languages) as LanguageName[]).map(language => [page, language] as const),
);

test('there is no browser here', () => {
  expect(typeof window).toBe('undefined');
});

test.each(all)('%s in %s is a whole document that the policy allows', (page, language) => {
  const html = render(page, language);
  expect(html).toContain(`<html lang="${language}" data-theme="" data-release="0123456789ab">`);
  expect(html).toContain(`<title>${documents[language].titles[titleOf(page)]}</title>`);
  // what runs has the nonce, and what is loaded its integrity
  const scripts = [...html.matchAll(/<script ([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
  for (const attributes of scripts)
    expect(attributes).toMatch(/^nonce="[\w-]{22}"|^type="application\/json" id="(?:data|settings)"$/);
  expect(scripts.filter(attributes => attributes.includes('src='))).toEqual([
    expect.stringContaining('integrity="sha256-s"'),
  ]);
  expect(html).toContain('<link rel="stylesheet" href="/static/1.css" integrity="sha256-c">');
  expect(html).not.toMatch(/ style="|<style| on[a-z]+="/);
  if (language === 'en')
    expect(html.replace(/<text.*?<\/text>|lang="zh-CN".*?<\/button>/g, '')).not.toMatch(/\p{sc=Han}/u);
  // every control has a label, every id is there once
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(match => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of html.matchAll(/ for="([^"]+)"/g)) expect(ids).toContain(id);
});

test.each(all)('%s in %s takes no press that is lost before the script has run', (page, language) => {
  const html = render(page, language);
  const drawn = html.slice(html.indexOf('id="root"'), html.indexOf('id="failed"'));
  expect(drawn.length).toBeGreaterThan(100);
  for (const [button] of drawn.matchAll(/<button[^>]*>/g)) expect(button).toContain(' disabled=""');
});

test.each(['sign-in', 'sign-up'] as const)('%s can be typed in but not sent before the script', page => {
  const html = render(page, 'zh-CN');
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""/);
  expect(html.match(/autofocus=""/g)).toHaveLength(1);
  for (const [input] of html.matchAll(/<input [^>]*>/g)) expect(input).not.toContain('disabled');
  expect(html).toContain('autoComplete="one-time-code"');
});
