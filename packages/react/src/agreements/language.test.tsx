// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { en } from '../phrases/en.ts';
import type { Phrases } from '../phrases/phrases.ts';
import { zhCN } from '../phrases/zh-CN.ts';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { SignUp } from '../sign-up/sign-up.tsx';
import { SilentSignIn } from '../sign-in/silent-sign-in.tsx';
import { button, type FakeRequest, fakeServer, press, settle } from '../testing.tsx';
import { AgreementGate } from './agreement-gate.tsx';

// jsdom has no dialogs
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
});
let close = async () => {};
afterEach(async () => {
  await close();
  vi.unstubAllGlobals();
});

/** A page whose phrases may be changed while it is open. */
async function page(children: ReactNode, options: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ unsigned: false, ...options });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const speak = async (phrases: Phrases) => {
    await act(async () =>
      root.render(
        <RollcallProvider auth={server.auth} phrases={phrases}>
          {children}
        </RollcallProvider>,
      ),
    );
    await settle();
  };
  close = async () => {
    await act(async () => root.unmount());
    box.remove();
  };
  await speak(zhCN);
  return { server, box, speak };
}

const languageOf = (requests: FakeRequest | undefined) =>
  new URL(requests?.path ?? '', location.href).searchParams.get('language');
/** What the server answers in a language. */
const terms = (title: string, id = 4) => ({
  data: [{ id, code: 'terms', version: id, title, url: `/agreements/${id}?language=x` }],
});
const tick = (box: ParentNode) => box.querySelector<HTMLInputElement>('[type=checkbox]');

test.each([
  { path: 'agreements', form: <SignUp signIn="/" />, options: {} },
  { path: 'agreements', form: <SilentSignIn />, options: {} },
  { path: 'agreements/unsigned', form: <AgreementGate />, options: { signedIn: true } },
])('$path are asked for in the language of the phrases, and anew when it changes', async asking => {
  const { path, form, options } = asking;
  const { server, box, speak } = await page(form, options);
  const requests = () => server.of(path);
  expect(requests().map(languageOf)).toEqual(['zh-CN']);
  await requests()[0]?.answer(200, terms('用户协议'));
  expect(box.textContent).toContain('用户协议');
  const ticked = tick(box);
  if (ticked) await press(ticked);

  await speak(en);
  expect(requests().map(languageOf)).toEqual(['zh-CN', 'en']);
  await requests()[1]?.answer(200, terms('Terms of use'));
  expect(box.textContent).toContain('Terms of use');
  expect(box.textContent).not.toContain('用户协议');
  // The same version in other words: it stays accepted.
  expect(tick(box)?.checked).toBe(true);
  await speak({ ...en });
  expect(requests()).toHaveLength(2);
});

test('a language that changes while the list is loaded has the last word', async () => {
  const { server, box, speak } = await page(<SignUp signIn="/" />);
  await speak(en);
  const requests = () => server.of('agreements');
  expect(requests().map(languageOf)).toEqual(['zh-CN']);
  await requests()[0]?.answer(200, terms('用户协议'));
  expect(requests().map(languageOf)).toEqual(['zh-CN', 'en']);
  // A failure waits for the person, who tries again in the new language.
  await requests()[1]?.timeOut();
  expect(requests()).toHaveLength(2);
  await press(button(box, en.work.retry));
  expect(requests().map(languageOf)).toEqual(['zh-CN', 'en', 'en']);
  await requests()[2]?.answer(200, terms('Terms of use'));
  expect(box.textContent).toContain('Terms of use');
});

test('a version that came into force in between is not accepted by the tick for the older one', async () => {
  const { server, box, speak } = await page(<SignUp signIn="/" />);
  await server.of('agreements')[0]?.answer(200, terms('用户协议'));
  const ticked = tick(box);
  if (ticked) await press(ticked);
  await speak(en);
  await server.of('agreements')[1]?.answer(200, terms('Terms of use', 5));
  expect(tick(box)?.checked).toBe(false);
});

test('a text is read from the server of another host, in its language', async () => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    return new Response('<main><h1>用户协议</h1><p>第一条</p></main>');
  });
  const { server, box } = await page(<SignUp signIn="/" />, { host: 'https://accounts.school.example' });
  await server.of('agreements')[0]?.answer(200, terms('用户协议'));
  await press(button(box, '用户协议'));
  expect(fetched).toEqual(['https://accounts.school.example/agreements/4?language=x']);
  expect(box.textContent).toContain('第一条');
  expect(box.querySelector<HTMLAnchorElement>('dialog a')?.href).toBe(fetched[0]);
});
