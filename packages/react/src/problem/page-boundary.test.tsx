// @vitest-environment jsdom
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { button, fakeServer, press, show } from '../testing.tsx';
import { PageBoundary } from './page-boundary.tsx';

function Page() {
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('broken page');
  return (
    <button type="button" onClick={() => setBroken(true)}>
      break
    </button>
  );
}

test('a page that throws while it renders offers to reload, and the error is reported', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reported = new Promise<unknown>(resolve => {
    const { setTimeout: later } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) =>
      later(() => {
        try {
          work();
        } catch (error) {
          resolve(error);
        }
      }, ms)) as typeof setTimeout);
  });
  const { box, unmount } = await show(
    fakeServer().auth,
    <PageBoundary>
      <Page />
    </PageBoundary>,
  );
  await press(button(box, 'break'));
  expect(box.querySelector('[role=alert]')?.textContent).toBe('页面出了点问题，请重新加载。 重新加载');
  expect(await reported).toMatchObject({ message: 'broken page' });
  await unmount();
});
