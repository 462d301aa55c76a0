// @vitest-environment jsdom
import { createUsage, type Usage } from '@rollcall/usage';
import { act, type ReactNode, StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { en } from '../phrases/en.ts';
import { zhCN } from '../phrases/zh-CN.ts';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { button, press } from '../testing.tsx';
import {
  ConsentBanner,
  ConsentSettings,
  endRecordOnly,
  recordOnly,
  createUsage as createSharedUsage,
  consentKinds,
  UsageProvider,
  usageWords,
  usageWordsVersion,
  useConsent,
  usePageView,
  useTimedEvent,
} from './usage.ts';

const words = usageWords['zh-CN'];
let usage: Usage;
let roots: Root[];
/** Every event that left for the collector, less the records of consent. */
let sent: { e: string; k?: number; d?: number; b?: object }[];
let code = 0;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = '';
  roots = [];
  sent = [];
  const fetch = async (url: string, init: RequestInit) => {
    if (init.method !== 'POST') return Response.json({ data: { now: Date.now(), ip: '203.0.113.7' } });
    const { data } = JSON.parse(init.body as string);
    sent.push(...data.body.filter(({ k }: { k?: number }) => k !== 3));
    return Response.json({ data: { accepted: data.body.length, refused: [] } });
  };
  // A product of its own for each test: what one keeps is nothing to the next.
  usage = createUsage(
    { product_code: `t${code++}`, url: '/' },
    new Proxy(window, {
      get: (target, name) => {
        if (name === 'fetch') return fetch;
        const value = Reflect.get(target, name);
        return typeof value === 'function' && !/^[A-Z]/.test(String(name)) ? value.bind(target) : value;
      },
    }) as never,
  );
});
afterEach(async () => {
  await act(async () => roots.forEach(root => root.unmount()));
  usage.close();
  vi.useRealTimers();
});

const tree = (children: ReactNode, given: Usage | undefined, phrases = zhCN) => (
  <StrictMode>
    <RollcallProvider auth={undefined} phrases={phrases}>
      <UsageProvider usage={given}>{children}</UsageProvider>
    </RollcallProvider>
  </StrictMode>
);

async function show(children: ReactNode) {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  roots.push(root);
  const draw = (next: ReactNode) => act(async () => root.render(tree(next, usage)));
  await draw(children);
  return { box, draw };
}
const arrived = async () => {
  await vi.advanceTimersByTimeAsync(3000);
  return sent;
};

test('the banner asks, takes no focus, and nothing is ticked before', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  const { box } = await show(<ConsentBanner />);
  expect(box.querySelector('section')?.getAttribute('aria-label')).toBe(words.banner);
  expect(document.activeElement).toBe(field);
  expect([...box.querySelectorAll('button')].map(one => one.textContent)).toEqual([
    words.agree,
    words.refuse,
    words.choose,
  ]);
  expect(new Set([...box.querySelectorAll('button')].map(one => one.className)).size).toBe(1);
  await press(button(box, words.choose));
  const ticks = [...box.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  expect(ticks.map(tick => tick.name)).toEqual(consentKinds);
  expect(ticks.some(tick => tick.checked)).toBe(false);
  // The person asked for it: the focus goes along, and every tick has a name and a description.
  expect(box.querySelector('[tabindex="-1"]')).toBe(document.activeElement);
  for (const tick of ticks) {
    expect(tick.labels?.[0]?.textContent).not.toBe('');
    expect(document.getElementById(tick.getAttribute('aria-describedby') ?? '')?.textContent).not.toBe('');
  }
});

test('agreeing grants all five kinds in the version of the words, and is not asked for again', async () => {
  const { box } = await show(<ConsentBanner />);
  await press(button(box, words.agree));
  expect(box.textContent).toBe('');
  expect(Object.values(usage.consent.granted()).map(([version]) => version)).toEqual(
    consentKinds.map(() => usageWordsVersion),
  );
  const again = await show(<ConsentBanner />);
  expect(again.box.textContent).toBe('');
});

test('refusing is one press, grants nothing, and is remembered too', async () => {
  const { box } = await show(<ConsentBanner />);
  await press(button(box, words.refuse));
  expect(usage.consent.granted()).toEqual({});
  expect((await show(<ConsentBanner />)).box.textContent).toBe('');
  expect(usage.track('a')).toBe(false);
});

test('another version of the words asks again', async () => {
  localStorage.setItem('rollcall.usage_asked', 'older');
  expect((await show(<ConsentBanner />)).box.textContent).toContain(words.ask);
});

test('an answer in another tab takes the banner away here', async () => {
  const { box } = await show(<ConsentBanner />);
  localStorage.setItem('rollcall.usage_asked', usageWordsVersion);
  await act(async () => dispatchEvent(new StorageEvent('storage')));
  expect(box.textContent).toBe('');
});

test('without a storage an answer counts for this page', async () => {
  const closed = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError');
  });
  const { box } = await show(<ConsentBanner />);
  await press(button(box, words.refuse));
  expect(box.textContent).toBe('');
  closed.mockRestore();
});

test('without reporting there is nothing to settle: no tick stands there', async () => {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  roots.push(root);
  await act(async () => root.render(tree(<ConsentSettings />, undefined)));
  expect(box.innerHTML).toBe('');
});

test('the settings show what is granted, and save what is chosen', async () => {
  usage.consent.grant(['event', 'device'], 'older');
  const { box } = await show(<ConsentSettings />);
  const tick = (name: string) => box.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;
  expect(consentKinds.map(kind => tick(kind).checked)).toEqual([true, false, false, false, true]);
  expect(box.textContent).toContain(words.version('older'));
  await press(tick('view'));
  await press(tick('device'));
  // Nothing is granted or withdrawn before it is saved.
  expect(Object.keys(usage.consent.granted())).toEqual(['event', 'device']);
  await press(button(box, words.save));
  expect(Object.entries(usage.consent.granted()).map(([kind, [version]]) => [kind, version])).toEqual([
    ['event', usageWordsVersion],
    ['view', usageWordsVersion],
  ]);
  expect(box.querySelector('[aria-live]')?.textContent).toBe(words.saved);
  await press(button(box, words.withdrawAll));
  expect(usage.consent.granted()).toEqual({});
  expect(box.querySelector('[aria-live]')?.textContent).toContain(words.nothing);
});

test('a grant that is kept stays the same grant in new words: nothing that waits is dropped', async () => {
  usage.consent.grant(['event'], 'older');
  const before = usage.consent.granted().event?.[2];
  const { box } = await show(<ConsentBanner />);
  await press(button(box, words.agree));
  expect(usage.consent.granted().event?.[2]).toBe(before);
});

function View({ path }: { path: string | undefined }) {
  usePageView(path);
  return null;
}

test('page views count once for each path, also under StrictMode and when drawn again', async () => {
  usage.consent.grant(['view'], '1');
  const { draw } = await show(<View path={undefined} />);
  for (const path of ['/a', '/a', '/b', '/a']) await draw(<View path={path} />);
  expect((await arrived()).map(({ e, k }) => [e, k])).toEqual([
    ['/a', 1],
    ['/b', 1],
    ['/a', 1],
  ]);
});

test('the page that is looked at when consent is given counts from then', async () => {
  const { box } = await show(
    <>
      <View path="/a" />
      <ConsentBanner />
    </>,
  );
  await press(button(box, words.agree));
  expect((await arrived()).map(({ e }) => e)).toEqual(['/a']);
});

function Timed(props: { running?: boolean; page?: number }) {
  const { running = true, page = 1 } = props;
  useTimedEvent('read', { running, biz_data: { page } });
  return null;
}

test('a timed event lasts as long as its component is shown, without what it was paused', async () => {
  usage.consent.grant(['event'], '1');
  const { draw } = await show(<Timed />);
  await vi.advanceTimersByTimeAsync(1000);
  await draw(<Timed running={false} />);
  await vi.advanceTimersByTimeAsync(5000);
  await draw(<Timed page={2} />);
  await vi.advanceTimersByTimeAsync(500);
  await draw(null);
  expect(await arrived()).toMatchObject([{ e: 'read', d: 1500, b: { page: 2 } }]);
});

test('components that measure under one key share one event', async () => {
  usage.consent.grant(['event'], '1');
  const { draw } = await show([<Timed key="a" />, <Timed key="b" />]);
  await vi.advanceTimersByTimeAsync(1000);
  await draw([<Timed key="b" />]);
  await vi.advanceTimersByTimeAsync(1000);
  await draw([]);
  expect(await arrived()).toMatchObject([{ e: 'read', d: 2000 }]);
});

test('a timed event begins when consent is given, and what was measured under a withdrawn one is not reported', async () => {
  function Consenting() {
    const consent = useConsent(usageWordsVersion);
    return (
      <>
        <button type="button" onClick={() => consent.answer(['event'])}>
          yes
        </button>
        <button type="button" onClick={() => consent.answer([])}>
          no
        </button>
      </>
    );
  }
  const { box, draw } = await show([<Timed key="t" />, <Consenting key="c" />]);
  await vi.advanceTimersByTimeAsync(1000);
  await press(button(box, 'yes'));
  await vi.advanceTimersByTimeAsync(700);
  await press(button(box, 'no'));
  await press(button(box, 'yes'));
  await vi.advanceTimersByTimeAsync(300);
  await draw([<Consenting key="c" />]);
  expect((await arrived()).map(({ d }) => d)).toEqual([300]);
});

test('prerendered it renders nothing, and hydrates without a mismatch', async () => {
  const html = renderToString(tree(<ConsentBanner />, undefined));
  expect(html).toBe('');
  const box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = html;
  const mismatch = vi.fn();
  await act(async () => {
    roots.push(hydrateRoot(box, tree(<ConsentBanner />, usage), { onRecoverableError: mismatch }));
  });
  expect(mismatch).not.toHaveBeenCalled();
  expect(box.textContent).toContain(words.ask);
});

test('without reporting no consent is asked for, nor in English', async () => {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  roots.push(root);
  await act(async () => root.render(tree(<ConsentBanner />, undefined, en)));
  expect(box.textContent).toBe('');
  await act(async () => root.render(tree(<ConsentBanner />, usage, en)));
  expect(box.textContent).toContain(usageWords.en.ask);
});

test('without a domain the device’s cookie goes to the one that the sites share, which is looked for with consent alone', async () => {
  const lines: string[] = [];
  // What a browser does on class.school.co.uk.
  const jar = new Map<string, string>();
  const setCookie = vi.spyOn(document, 'cookie', 'set').mockImplementation(line => {
    lines.push(line);
    const [pair = '', ...attributes] = line.split(/; ?/);
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('domain=co.uk')) return;
    if (attributes.includes('max-age=-1')) jar.delete(name);
    else jar.set(name, value);
  });
  const read = vi
    .spyOn(document, 'cookie', 'get')
    .mockImplementation(() => [...jar].map(pair => pair.join('=')).join('; '));
  const place = vi
    .spyOn(await import('../storage/cookie-jar.ts'), 'browserEnvironment')
    .mockImplementation(() => ({
      page: document,
      location: { hostname: 'class.school.co.uk', protocol: 'https:' },
      storage: () => localStorage,
    }));
  const code = 'shared';
  const reporting = createSharedUsage({ product_code: code, url: '/' });
  reporting.page('/a');
  expect(lines).toEqual([]);
  reporting.consent.grant(['view', 'device'], '1');
  reporting.page('/b');
  expect([...jar.keys()]).toEqual([`usage.prod.${code}.uid`]);
  expect(lines.at(-1)).toContain(';domain=school.co.uk');
  // A domain that is named is taken as it is.
  lines.length = 0;
  const named = createSharedUsage({ product_code: 'named', url: '/', domain: 'b.school.co.uk' });
  named.consent.grant(['view', 'device'], '1');
  named.page('/b');
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every(line => line.includes(';domain=b.school.co.uk'))).toBe(true);
  for (const each of [reporting, named]) each.close();
  for (const mock of [setCookie, read, place]) mock.mockRestore();
});

test('what a guardian allowed is withdrawn when somebody else is signed in, or nobody', () => {
  for (const next of [undefined, 'another']) {
    recordOnly(usage, ['view', 'user'], usageWordsVersion, 'pupil');
    endRecordOnly(usage, 'pupil');
    expect(Object.values(usage.consent.granted()).filter(Boolean)).toHaveLength(2);
    endRecordOnly(usage, next);
    expect(Object.values(usage.consent.granted()).filter(Boolean)).toEqual([]);
  }
  // A person's own word stays.
  usage.consent.grant(['event'], usageWordsVersion);
  endRecordOnly(usage, undefined);
  expect(usage.consent.granted().event).toBeDefined();
});

test('under 14 nothing is asked: what the guardian allows is recorded, and the settings say who decides', async () => {
  usage.consent.grant(['event', 'view'], usageWordsVersion);
  recordOnly(usage, ['view', 'user'], usageWordsVersion, 'pupil');
  const granted = usage.consent.granted();
  expect(consentKinds.filter(kind => granted[kind])).toEqual(['view', 'user']);
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  roots.push(root);
  const draw = (children: ReactNode) =>
    act(async () =>
      root.render(
        <RollcallProvider auth={undefined} phrases={zhCN}>
          <UsageProvider usage={usage} guardian={['view']}>
            {children}
          </UsageProvider>
        </RollcallProvider>,
      ),
    );
  await draw(<ConsentBanner />);
  expect(box.textContent).toBe('');
  await draw(<ConsentSettings />);
  expect(box.textContent).toContain(words.guardian);
  expect(box.textContent).toContain(words.kinds.view.what);
  expect(box.textContent).not.toContain(words.kinds.event.what);
  expect(box.querySelectorAll('input, button')).toHaveLength(0);
  // Not by a hook of the page either.
  function Page() {
    const { answer } = useConsent(usageWordsVersion);
    return (
      <button type="button" onClick={() => answer(['event'])}>
        {words.agree}
      </button>
    );
  }
  await draw(<Page />);
  await press(button(box, words.agree));
  expect(usage.consent.granted().event).toBeUndefined();
});
