// @vitest-environment jsdom
import { initPassword } from '@rollcall/account';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BindPhone } from '../bind-phone/bind-phone.tsx';
import { button, control, fakeServer, press, settle, show, type } from '../testing.tsx';
import { useAuth } from '../provider/provider.tsx';
import { useTask } from '../task/use-task.ts';
import { windows } from '../third-party/windows.ts';

// The dialog is loaded when it is needed.
beforeAll(() => import('./proof-dialog.tsx'));
beforeEach(() => {
  sessionStorage.clear();
  // jsdom has the element without its methods
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
});
let close = async () => {};
afterEach(() => close());

const refused = { code: 'RC_281', msg: 'x' };
const sent = { data: { retry_after: 60, expires_in: 600 } };
const proved = { data: { proved_until: 1 } };

/** Waits for the dialog's module, which is loaded when it is needed. */
const dialogOf = async (box: HTMLElement) => {
  const found = async () => {
    await settle();
    return box.querySelector('dialog');
  };
  await expect.poll(found).not.toBeNull();
  const dialog = box.querySelector('dialog');
  if (!dialog) throw new Error('no dialog');
  return dialog;
};

async function refusedPage(ways: readonly object[]) {
  const server = fakeServer({ signedIn: true });
  const onBound = vi.fn();
  const { box, unmount } = await show(server.auth, <BindPhone onBound={onBound} />);
  close = unmount;
  await type(control(box, 'phone_number'), '13800138000');
  await press(button(box, '获取验证码'));
  await server.last()?.answer(403, refused);
  const dialog = await dialogOf(box);
  await server.of('proof/ways')[0]?.answer(200, { data: { proved_until: null, ways } });
  return { server, box, dialog, onBound };
}

test('a refused call is repeated after the password, with what was typed', async () => {
  const { server, box, dialog } = await refusedPage([{ way: 'password', to: null }]);
  await type(control(dialog, 'password'), 'wrong-1');
  await press(button(dialog, '确认'));
  await server.last()?.answer(400, { code: 'AC3_2', msg: 'x' });
  expect(dialog.textContent).toContain('密码不正确');
  await type(control(dialog, 'password'), 'Tree-house9');
  await press(button(dialog, '确认'));
  expect(server.last()?.body).toEqual({ password: 'Tree-house9' });
  await server.last()?.answer(200, proved);
  expect(box.querySelector('dialog')).toBeNull();
  expect(server.of('captcha/phone/bind')).toHaveLength(2);
  expect(server.last()?.body).toMatchObject({ phone_number: '13800138000' });
  await server.last()?.answer(200, sent);
  expect(control(box, 'phone_number').value).toBe('13800138000');
});

test('a code to the own number proves too; the person chooses', async () => {
  const { server, box, dialog } = await refusedPage([
    { way: 'password', to: null },
    { way: 'phone', to: '139****9000' },
  ]);
  const [, byCode] = dialog.querySelectorAll<HTMLInputElement>('[type=radio]');
  if (byCode) await press(byCode);
  expect(dialog.textContent).toContain('139****9000');
  await press(button(dialog, '获取验证码'));
  expect(server.last()?.body).toEqual({ way: 'phone' });
  await server.last()?.answer(200, sent);
  await type(control(dialog, 'captcha'), '123456');
  expect(server.last()?.body).toEqual({ way: 'phone', captcha: '123456' });
  await server.last()?.answer(200, proved);
  expect(box.querySelector('dialog')).toBeNull();
  expect(server.of('captcha/phone/bind')).toHaveLength(2);
});

test('closed, it says what was refused and keeps what was typed', async () => {
  const { server, box, dialog } = await refusedPage([{ way: 'password', to: null }]);
  await press(button(dialog, '取消'));
  expect(box.querySelector('dialog')).toBeNull();
  expect(server.of('captcha/phone/bind')).toHaveLength(1);
  expect(box.textContent).toContain('需要先确认是你本人');
  expect(control(box, 'phone_number').value).toBe('13800138000');
});

test('where no way is left it says to sign in again', async () => {
  const { dialog } = await refusedPage([]);
  expect(dialog.textContent).toContain('无法在这里确认本人身份。请退出后重新登录');
  expect(dialog.textContent).not.toContain('请先确认是你本人');
  expect(button(dialog, '退出登录')).toBeDefined();
});

describe('an account that WeChat alone opens', () => {
  const website = {
    provider: 'wechat',
    appid: 'wx1',
    authorize_url: 'https://wechat.example/connect/qrconnect',
  };
  const service = {
    ...website,
    kind: 'service',
    authorize_url: 'https://wechat.example/connect/oauth2/authorize',
  };
  const mobile = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148';

  async function inBrowser(userAgent: string, configured: readonly object[]) {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    const page = await refusedPage([{ way: 'wechat', to: null }]);
    await page.server.of('oauth/providers')[0]?.answer(200, { data: configured });
    return page;
  }
  afterEach(() => vi.restoreAllMocks());

  test('on a phone outside of WeChat it says how to open the page there', async () => {
    const { dialog } = await inBrowser(mobile, [website, service]);
    expect(dialog.querySelector('[data-in-wechat]')).not.toBeNull();
    expect([...dialog.querySelectorAll('button')].filter(one => one.disabled)).toEqual([]);
    expect(button(dialog, '取消')).toBeDefined();
  });

  test('where WeChat cannot be reached at all it says to sign in again', async () => {
    const { dialog } = await inBrowser(mobile, [website]);
    expect(dialog.querySelector('[data-in-wechat]')).toBeNull();
    expect(button(dialog, '退出登录')).toBeDefined();
  });

  test('in WeChat, which has no second window, it goes on in this one', async () => {
    const open = vi.spyOn(windows, 'open').mockReturnValue(undefined);
    const go = vi.spyOn(windows, 'go').mockImplementation(() => {});
    const { dialog } = await inBrowser(`${mobile} MicroMessenger/8.0.50`, [website, service]);
    expect(dialog.textContent).toContain('确认时会离开本页');
    await press(button(dialog, '用微信确认'));
    expect(open).not.toHaveBeenCalled();
    expect(go.mock.calls[0]?.[0]).toContain(service.authorize_url);
    expect(decodeURIComponent(document.cookie)).toContain(`"returnTo":"${location.pathname}"`);
  });
});

function Two() {
  const auth = useAuth();
  const [one, other] = [useTask(), useTask()];
  const work = async (signal: AbortSignal) => {
    await initPassword(auth(), { password: 'Tree-house9', confirm_password: 'Tree-house9' }, { signal });
  };
  return (
    <button
      type="button"
      onClick={() => {
        one.run(work);
        other.run(work);
      }}
    >
      both
    </button>
  );
}

test('two refused calls are asked for once', async () => {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <Two />);
  close = unmount;
  await press(button(box, 'both'));
  for (const call of server.of('password/setting')) await call.answer(403, refused);
  const dialog = await dialogOf(box);
  expect(box.querySelectorAll('dialog')).toHaveLength(1);
  await server.of('proof/ways')[0]?.answer(200, {
    data: { proved_until: null, ways: [{ way: 'password', to: null }] },
  });
  await type(control(dialog, 'password'), 'Tree-house9');
  await press(button(dialog, '确认'));
  await server.last()?.answer(200, proved);
  expect(server.of('password/setting')).toHaveLength(4);
});
