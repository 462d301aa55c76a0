// @vitest-environment jsdom
import { init, memoryStorage } from '@rollcall/account';
import { RollcallProvider } from '@rollcall/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleData } from '../examples/testing.ts';
import { languages, type PageName, pages } from '../prerender.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

/** The page in the browser of a person who is signed in, before the server has answered anything. */
const shownTo = async (name: PageName, signedIn: boolean) => {
  // React's notes about the attributes of a root that no server wrote
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {});
  const storage = memoryStorage();
  const held = (token: string) => ({ token, type: 'Bearer', expires_in: 3600 });
  if (signedIn) storage.write({ access: held('a'), refresh: held('r') });
  const auth = init(
    { pid: 'p', appid: 'a', product_code: 'c', platform: 'web' },
    { createRequest: () => new XMLHttpRequest(), storage, joinTabs: () => () => {} },
  );
  const Page = pages[name];
  const words = languages['zh-CN'];
  const box = document.body.appendChild(document.createElement('div'));
  await act(async () => {
    root = createRoot(box);
    root.render(
      <RollcallProvider auth={auth} phrases={words.phrases}>
        <Page words={words} data={sampleData(name, 'zh-CN')} />
      </RollcallProvider>,
    );
  });
  return box;
};
const waysOut = (box: ParentNode) => [
  ...[...box.querySelectorAll('button')].filter(({ textContent }) => textContent?.includes('退出登录')),
  // the menu of the person in the head
  ...box.querySelectorAll('button[aria-haspopup=menu]'),
];

/** How many there are, once what has come by now is drawn. */
const count = async (box: ParentNode) => {
  await act(async () => {});
  return waysOut(box).length;
};

// the gallery shows components to developers, each with a server of its own
const ofPeople = (Object.keys(pages) as PageName[]).filter(name => name !== 'gallery');

test.each(ofPeople)('%s lets a person who is signed in sign out, by one button', async name => {
  const box = await shownTo(name, true);
  await expect.poll(() => count(box)).toBe(1);
});

test('a pupil who waits for a guardian signs out on the page about age', async () => {
  const box = await shownTo('age', true);
  await expect.poll(() => count(box)).toBe(1);
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {});
  await act(async () => (waysOut(box)[0] as HTMLButtonElement).click());
  expect(send.mock.calls.map(([body]) => body && JSON.parse(String(body)))).toContainEqual({
    refresh_token: 'r',
  });
});

test('nobody is offered to sign out who is not signed in', async () => {
  const box = await shownTo('guardian', false);
  await act(async () => {});
  expect(waysOut(box)).toEqual([]);
});
