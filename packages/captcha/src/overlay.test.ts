// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LINGER_MS, type Overlay, openOverlay } from './overlay.ts';
import { closeLink, dialog, freshPage, press } from './testing/browser.ts';

beforeEach(() => freshPage());
const opened: Overlay[] = [];
afterEach(() => {
  for (const overlay of opened.splice(0)) overlay.end();
  vi.useRealTimers();
});
const open = (close = () => {}): Overlay => {
  const overlay = openOverlay('zh-CN', document.activeElement, close);
  opened.push(overlay);
  return overlay;
};

test('is a modal dialog with a name that is announced [2.mask]', () => {
  open();
  const shown = dialog();
  expect(shown?.open).toBe(true);
  expect(shown?.getAttribute('aria-modal')).toBe('true');
  expect(shown?.getAttribute('aria-label')).toBe('正在验证，请稍候…');
  expect(shown?.querySelector('[role=status]')?.textContent).toBe('正在验证，请稍候…');
  expect(shown?.contains(document.activeElement)).toBe(true);
});

test('asks to drag [2.mask]', () => {
  open().drag();
  expect(dialog()?.getAttribute('aria-label')).toBe('拖动下方滑块完成验证');
  expect(dialog()?.querySelector('[role=status]')?.textContent).toBe('拖动下方滑块完成验证');
});

test('the widget is 300 wide, and no wider than the screen [2.widget 9.widget]', () => {
  const { mount } = open();
  expect(mount.style.width).toBe('300px');
  expect(mount.style.maxWidth).toBe('100%');
});

test('the link, Escape and the back gesture close; another key does not', () => {
  const close = vi.fn();
  open(close);
  press('Enter');
  expect(close).toHaveBeenCalledTimes(0);
  closeLink().click();
  press('Escape');
  dialog()?.dispatchEvent(new Event('cancel'));
  expect(close).toHaveBeenCalledTimes(3);
});

test("Escape does not reach the site's own dialogs", () => {
  const site = vi.fn();
  document.addEventListener('keydown', site);
  const overlay = open();
  press('Escape');
  expect(site).not.toHaveBeenCalled();
  overlay.end();
  press('Escape');
  document.removeEventListener('keydown', site);
  expect(site).toHaveBeenCalledTimes(1);
});

test("leaves the screen to the vendor's dialog", () => {
  const close = vi.fn();
  open(close).hideBox();
  const mask = dialog();
  expect(mask?.open).toBe(false);
  expect(mask?.style.display).toBe('grid');
  expect(mask?.hasAttribute('aria-modal')).toBe(false);
  expect(closeLink().hidden).toBe(true);
  press('Escape');
  expect(close).toHaveBeenCalledTimes(1);
});

test.each([false, true])(
  'ends: focus at once, gone after 600 ms; reduced motion: %s [2.widget 9.widget]',
  reduced => {
    freshPage(reduced);
    const overlay = open();
    overlay.end();
    expect(document.activeElement?.id).toBe('opener');
    expect(dialog()?.style.transition).toBe(reduced ? '' : 'opacity .2s .4s');
    vi.advanceTimersByTime(LINGER_MS - 1);
    expect(dialog()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(dialog()).toBeNull();
  },
);

test('an opener that has gone', () => {
  const overlay = open();
  document.querySelector('#opener')?.remove();
  overlay.end();
  vi.advanceTimersByTime(LINGER_MS);
  expect(dialog()).toBeNull();
});

test('two overlays have places of their own', () => {
  expect(open().mount.id).not.toBe(open().mount.id);
});
