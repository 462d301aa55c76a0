import { expect, test } from 'vitest';
import { documentsOf } from './prerender.tsx';

const files = {
  scripts: [{ path: '/static/1.js', integrity: 'sha256-s' }],
  styles: [{ path: '/static/1.css', integrity: 'sha256-c' }],
  icon: '/static/seal.svg',
  release: '0123456789ab',
};

test.each([
  ['zh-CN', '管理台 · 点名册', '点名册'],
  ['en', 'Console · Rollcall', 'Rollcall'],
] as const)('renders a complete document in %s that the policy allows', (language, title, product) => {
  const { console: html } = documentsOf('console', language, files);
  expect(html).toContain(`<html lang="${language}" data-theme="" data-release="0123456789ab">`);
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain(`<span>${product}</span>`);
  const scripts = [...html.matchAll(/<script ([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
  for (const attributes of scripts)
    expect(attributes).toMatch(/^nonce="[\w-]{22}"|^type="application\/json" id="settings"$/);
  expect(scripts.filter(attributes => attributes.includes('src='))).toEqual([
    expect.stringContaining('integrity="sha256-s"'),
  ]);
  expect(html).toContain('<link rel="stylesheet" href="/static/1.css" integrity="sha256-c">');
  expect(html).not.toMatch(/ style="|<style| on[a-z]+="/);
  if (language === 'en') expect(html.replace(/<text.*?<\/text>/g, '')).not.toMatch(/\p{sc=Han}/u);
});
