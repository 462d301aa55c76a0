// @vitest-environment jsdom
import { act, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { button, control, fakeServer, press, settle, show, type } from '../testing.tsx';
import { AccountSettings } from './account-settings.tsx';
import { LazySection } from './lazy-section.tsx';
import { type AccountSection, accountSections } from './section.ts';
import { answerAccount, PRIVACY, PROFILE } from './testing.ts';

// the sections' files, so that none of them is waited for
beforeAll(() =>
  Promise.all([
    import('../profile/profile-settings.tsx'),
    import('../security/security.tsx'),
    import('../devices/devices.tsx'),
    import('../privacy/privacy.tsx'),
    import('../deletion/delete-account.tsx'),
  ]),
);
beforeEach(() => sessionStorage.clear());
let close = async () => {};
afterEach(() => close());

function Page({ first, onRequired }: { first: AccountSection; onRequired?: (() => void) | undefined }) {
  const [section, setSection] = useState(first);
  return (
    <AccountSettings
      section={section}
      href={to => `/me/${to}`}
      onGo={setSection}
      onPasswordChanged={() => {}}
      onRequired={onRequired}
      signedOut={<p>gone</p>}
    />
  );
}
async function page(
  first: AccountSection,
  answers: Parameters<typeof answerAccount>[1] = {},
  onRequired?: () => void,
) {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <Page first={first} onRequired={onRequired} />);
  close = unmount;
  await answerAccount(server, answers);
  const link = (name: AccountSection) => {
    const found = box.querySelector<HTMLAnchorElement>(`a[href="/me/${name}"]`);
    if (!found) throw new Error(`no link to ${name}`);
    return found;
  };
  return { server, box, link };
}
const until = async (found: () => unknown): Promise<void> => {
  const settled = async () => {
    await settle();
    return found();
  };
  await expect.poll(settled).toBeTruthy();
};

test('each section has a link of its own, and going there loads no page and moves the focus', async () => {
  const { server, box, link } = await page('profile');
  await until(() => box.querySelector('[name=nickname]'));
  expect(link('profile').getAttribute('aria-current')).toBe('page');
  expect(document.activeElement).toBe(document.body);
  await press(link('devices'));
  expect(link('devices').getAttribute('aria-current')).toBe('page');
  expect(link('profile').hasAttribute('aria-current')).toBe(false);
  expect(document.activeElement?.textContent).toBe('登录的设备');
  await until(() => server.of('accounts/devices')[0]);
  // what was loaded once serves every section
  expect(server.of('accounts/profile')).toHaveLength(1);
});

test('a press that asks for a new tab is the browser’s', async () => {
  const { box, link } = await page('profile');
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  const left = vi.fn((click: Event) => {
    expect(click.defaultPrevented).toBe(false);
    // here there is no other tab to open
    click.preventDefault();
  });
  document.addEventListener('click', left, { once: true });
  await act(async () => {
    link('devices').dispatchEvent(event);
  });
  expect(left).toHaveBeenCalledOnce();
  expect(box.querySelector('h2')?.textContent).toBe('个人资料');
});

test('the name at the top is the last saved one', async () => {
  const { server, box } = await page('profile');
  await until(() => box.querySelector('[name=nickname]'));
  await type(control(box, 'nickname'), '小雪');
  await press(button(box, '保存'));
  await server.last()?.answer(200, { data: { ...PROFILE, nickname: '小雪' } });
  expect(box.querySelector('h1')?.textContent).toBe('小雪');
});

test('a deletion that is due is shown on every section, and the two places agree', async () => {
  const due = { ...PRIVACY, deletion_due_at: Date.UTC(2026, 11, 6) };
  for (const section of accountSections) {
    const { box } = await page(section, { privacy: due });
    expect(box.textContent).toContain('账号将于');
    await close();
  }
  const { server, box } = await page('privacy', { privacy: due });
  await until(() => [...box.querySelectorAll('h3')].some(one => one.textContent === '注销账号'));
  const keep = [...box.querySelectorAll('button')].filter(one => one.textContent === '保留账号');
  expect(keep).toHaveLength(2);
  await press(keep[0] ?? box);
  await server.of('deletion/cancel')[0]?.answer(200, { data: {} });
  expect(box.textContent).not.toContain('账号将于');
  expect(button(box, '注销账号')).toBeTruthy();
});

test('a number that the school will add is shown on every section with the way on, and cancelled there', async () => {
  const number_change = { phone_number: '139****0002', due_at: Date.UTC(2026, 11, 6) };
  for (const section of accountSections) {
    const { server, box } = await page(section, {
      privacy: { ...PRIVACY, phone_number: null, number_change },
    });
    expect(box.textContent).toContain('绑定手机号 139****0002');
    await press(button(box, '不是我申请的，取消绑定'));
    await server.of('phone/cancel-new')[0]?.answer(500, { code: 'x', msg: 'x' });
    expect(box.textContent).toContain('绑定手机号 139****0002');
    await press(button(box, '不是我申请的，取消绑定'));
    await server.of('phone/cancel-new')[1]?.answer(200, { data: {} });
    expect(box.textContent).not.toContain('139****0002');
    expect(document.activeElement?.textContent).toContain('已取消，不会绑定该手机号。');
    await close();
  }
});

test('a password that is easy to guess is reported on every section, with the way to change it', async () => {
  for (const section of accountSections) {
    const { box, link } = await page(section, { privacy: { ...PRIVACY, password_too_common: true } });
    await until(() => box.textContent?.includes('密码过于常见'));
    if (section !== 'security') {
      expect([...box.querySelectorAll('a')].map(one => one.textContent)).toContain('去修改');
      expect(link('security')).toBeTruthy();
    }
    await close();
  }
});

test.each(accountSections)(
  'from the section %s an account that is asked about age is led away, once',
  async section => {
    const led = vi.fn();
    const { server } = await page(section, {}, led);
    expect(led).not.toHaveBeenCalled();
    await close();
    await page(section, { privacy: { ...PRIVACY, requires: 'age' } }, led);
    await settle();
    expect(led).toHaveBeenCalledOnce();
    expect(server.auth.signedIn()).toBe(true);
  },
);

test('after a sign-out nothing of the account is shown', async () => {
  const { server, box } = await page('profile');
  await until(() => box.querySelector('[name=nickname]'));
  await act(async () => server.signedOutElsewhere());
  expect(box.textContent).toContain('gone');
  expect(box.querySelector('h1')?.textContent).toBe('我的账号');
  expect(box.querySelector('[name=nickname]')).toBeNull();
});

test('a section whose file fails to load shows a message, and loads at the next try', async () => {
  const { box, unmount } = await show(fakeServer().auth, <Broken />);
  close = unmount;
  await until(() => box.querySelector('[role=alert]'));
  expect(box.textContent).toContain('这一部分加载失败');
  expect(reported).toHaveLength(1);
  await press(button(box, '重试'));
  await until(() => box.textContent?.includes('here it is'));
});

const reported: unknown[] = [];
let tries = 0;
const load = async () => {
  tries += 1;
  if (tries === 1) throw new Error('Loading chunk 7 failed');
  return () => <p>here it is</p>;
};
/** The boundary reports it as an uncaught error. */
function Broken() {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce(((report: () => void) => {
    try {
      report();
    } catch (error) {
      reported.push(error);
    }
  }) as never);
  return <LazySection load={load} with={{}} />;
}
