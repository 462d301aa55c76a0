// @vitest-environment jsdom
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { button, fakeServer, press, settle, show } from '../testing.tsx';
import { zhCN } from '../phrases/zh-CN.ts';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { AccountData } from './my-data.tsx';

let close = async () => {};
afterEach(() => close());

describe.each([
  ['has not said their year of birth', 'RC_284'],
  ['waits for a guardian', 'RC_282'],
])('somebody who %s', (_, code) => {
  const refused = async (onRequired?: () => void) => {
    const server = fakeServer({ signedIn: true });
    const { box, unmount } = await show(server.auth, <AccountData onRequired={onRequired} />);
    close = unmount;
    await press(button(box, '查看我的数据'));
    await server.last()?.answer(403, { code, msg: 'x' });
    return { server, box };
  };

  test('is led to the questions, and told of no failure', async () => {
    const onRequired = vi.fn();
    const { server, box } = await refused(onRequired);
    expect(onRequired).toHaveBeenCalledOnce();
    expect(box.querySelector('[role=alert]')?.textContent).toBe('');
    expect(server.requests).toHaveLength(1);
  });

  test('reads what is open where the page leads nowhere', async () => {
    const { box } = await refused();
    expect(box.querySelector('[role=alert]')?.textContent).toContain('还没有完成年龄确认');
  });
});

test('a guardian who withdraws while the use is put together leads to the questions too', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const server = fakeServer({ signedIn: true });
  const onRequired = vi.fn();
  const { box, unmount } = await show(server.auth, <AccountData onRequired={onRequired} />);
  close = async () => {
    await unmount();
    vi.useRealTimers();
  };
  await press(button(box, '查看我的数据'));
  await server.last()?.answer(200, { data: { profile: { grade: null } } });
  await server
    .last()
    ?.answer(200, { data: { id: '00000000-0000-4000-8000-000000000001', state: 'running' } });
  await act(() => vi.advanceTimersByTimeAsync(500));
  await settle();
  expect(server.requests).toHaveLength(3);
  await server.last()?.answer(403, { code: 'RC_282', msg: 'x' });
  expect(onRequired).toHaveBeenCalledOnce();
  expect(box.querySelector('[role=alert]')?.textContent).toBe('');
});

test('a retry gives the focus back to the button: its own goes with the message', async () => {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <AccountData />);
  close = unmount;
  const begin = button(box, '查看我的数据');
  begin.focus();
  await press(begin);
  await server.last()?.timeOut();
  button(box, '重试').focus();
  await press(button(box, '重试'));
  expect(server.requests).toHaveLength(2);
  expect(document.activeElement).toBe(begin);
});

test('a press before the script has run is not lost: the button waits for it', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(
    <RollcallProvider auth={undefined} phrases={zhCN}>
      <AccountData />
    </RollcallProvider>,
  );
  expect(button(page, '查看我的数据').disabled).toBe(true);
});
