// @vitest-environment jsdom
import { init, memoryStorage } from '@rollcall/account';
import { RollcallProvider } from '@rollcall/react';
import { act, type ComponentType } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleData } from './examples/testing.ts';
import type { PageData } from './frame/page-data.ts';
import { type LanguageName, languages, type PageName, pages, renderPage } from './prerender.tsx';
import { catalogue, documentWordsOf } from './words/catalogue.ts';
import { treeOf } from './words/testing.ts';
import type { Words } from './words/words.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: Root | undefined;
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.innerHTML = '';
});

function auth() {
  return init(
    { pid: 'p', appid: 'a', product_code: 'c', platform: 'web', env: 'test' },
    { createRequest: () => new XMLHttpRequest(), storage: memoryStorage(), joinTabs: () => () => {} },
  );
}
async function hydrate(
  page: PageName,
  language: LanguageName,
  before: (box: HTMLElement) => void = () => {},
  words: Words = languages[language],
) {
  const box = document.body.appendChild(document.createElement('div'));
  const data = sampleData(page, language);
  box.innerHTML = renderPage(page, language, data, words);
  before(box);
  const Page: ComponentType<{ words: Words; data: PageData | undefined }> = pages[page];
  const mismatch = vi.fn();
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  // the network is blocked: requests never end
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {});
  await act(async () => {
    root = hydrateRoot(
      box,
      <RollcallProvider auth={auth()} phrases={words.phrases}>
        <Page words={words} data={data} />
      </RollcallProvider>,
      { onRecoverableError: mismatch },
    );
  });
  expect(mismatch).not.toHaveBeenCalled();
  const complaints = errors.mock.calls.filter(
    call => !String(call[0]).includes('Not implemented: navigation'),
  );
  return { box, complaints };
}

const quiet = (Object.keys(pages) as PageName[]).flatMap(page =>
  (['zh-CN', 'en'] as const).map(language => [page, language] as const),
);

test.each(quiet)('%s in %s is taken over without a mismatch', async (page, language) => {
  const { complaints } = await hydrate(page, language);
  expect(complaints).toEqual([]);
});

test.each(quiet)('%s in %s is taken over with a school’s own phrases', async (page, language) => {
  const own = treeOf(
    Object.entries(catalogue(language)).map(([key, { parameters }]) => [
      key,
      parameters ? [`${key}:`, ...parameters.keys()] : `${key}!`,
    ]),
  );
  const { words } = documentWordsOf(language, own);
  const { box, complaints } = await hydrate(page, language, () => {}, words);
  expect(complaints).toEqual([]);
  if (page !== 'gallery' && page !== 'contests' && page !== 'lesson')
    expect(box.textContent).toContain('pages.frame.skip!');
});

test('what was typed and chosen before the script stays, and can be sent after it', async () => {
  const find = (box: ParentNode, selector: string) => box.querySelector<HTMLInputElement>(selector);
  const { box, complaints } = await hydrate('sign-in', 'zh-CN', page => {
    const identity = find(page, '[name=identity]');
    const password = find(page, '[name=password]');
    const way = find(page, '[value=password]');
    if (!identity || !password || !way) throw new Error('no form');
    identity.value = '13800138000';
    password.value = 'typed-early';
    way.checked = true;
    password.focus();
  });
  expect(complaints).toEqual([]);
  expect(find(box, '[name=identity]')?.value).toBe('13800138000');
  expect(find(box, '[name=password]')?.value).toBe('typed-early');
  expect(find(box, '[value=password]')?.checked).toBe(true);
  expect(document.activeElement).toBe(find(box, '[name=password]'));
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {});
  const submit = find(box, '[type=submit]');
  expect(submit?.disabled).toBe(false);
  await act(async () => submit?.click());
  const bodies = send.mock.calls.flatMap(([body]) => (body === null ? [] : [JSON.parse(String(body))]));
  expect(bodies).toEqual([
    { identity: '13800138000', password: 'typed-early', pid: 'p', agreement_ids: [-1] },
  ]);
});
