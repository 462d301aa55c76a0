// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { type SavedCodes, useRecoveryCodes } from './use-recovery-codes.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let saved: SavedCodes | undefined;
function Codes({ tell }: { tell: (codes: SavedCodes) => void }) {
  tell(useRecoveryCodes(['aaaaa-11111', 'bbbbb-22222']));
  return null;
}
const tell = (codes: SavedCodes) => {
  saved = codes;
};
const root = createRoot(document.createElement('div'));
const draw = () => act(async () => root.render(<Codes tell={tell} />));
const copy = () => act(async () => saved?.copy());
afterEach(async () => {
  await act(async () => root.render(null));
  Reflect.deleteProperty(navigator, 'clipboard');
});
const clipboard = (writeText: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });

test('the file and the clipboard get a code a line', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  clipboard(writeText);
  await draw();
  expect(decodeURIComponent(saved?.href ?? '')).toBe(
    'data:text/plain;charset=utf-8,aaaaa-11111\nbbbbb-22222\n',
  );
  expect(saved?.copied).toBe(false);
  await copy();
  expect(writeText).toHaveBeenCalledExactlyOnceWith('aaaaa-11111\nbbbbb-22222\n');
  expect(saved?.copied).toBe(true);
});

test('without a clipboard, or without its permission, nothing is said to be copied', async () => {
  await draw();
  await copy();
  expect(saved?.copied).toBe(false);
  clipboard(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  await copy();
  expect(saved?.copied).toBe(false);
});
