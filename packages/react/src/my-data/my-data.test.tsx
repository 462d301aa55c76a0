// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { button, fakeServer, press, show } from '../testing.tsx';
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
