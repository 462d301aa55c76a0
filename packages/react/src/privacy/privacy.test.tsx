// @vitest-environment jsdom
import type { UsageJob } from '@rollcall/contract';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, fakeServer, press, settle, show } from '../testing.tsx';
import { files } from './files.ts';
import { AccountPrivacy } from './privacy.tsx';
import type { ConsentChange } from './use-usage-data.ts';

const NOW = 1_800_000_000_000;
const job = (more: Partial<UsageJob> = {}): UsageJob => ({
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'export',
  state: 'waiting',
  share: 0,
  events: 0,
  bytes: 0,
  created_at: NOW,
  finished_at: null,
  expires_at: null,
  clear_by: null,
  cleared_at: null,
  ...more,
});
const done = { state: 'done', share: 1, finished_at: NOW, expires_at: NOW + 604_800_000 } as const;

beforeEach(() => vi.useFakeTimers({ now: NOW }));
let close = async () => {};
afterEach(async () => {
  await close();
  vi.useRealTimers();
});
async function page(jobs: readonly UsageJob[] = [], consents: readonly ConsentChange[] = []) {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(server.auth, <AccountPrivacy />);
  close = unmount;
  await server.of('data/jobs')[0]?.answer(200, { data: jobs });
  await server.of('usage/v1/consents')[0]?.answer(200, { data: consents });
  const after = async (ms: number) => {
    await act(async () => vi.advanceTimersByTimeAsync(ms));
    await settle();
  };
  return { server, box, after };
}
const bar = (box: ParentNode) => box.querySelector('progress');

test('an export is asked for, followed to its end, and downloaded', async () => {
  const { server, box, after } = await page();
  const save = vi.spyOn(files, 'save').mockImplementation(() => {});
  await press(button(box, '导出'));
  expect(server.last()?.path).toBe('/usage/v1/data/export');
  await server.last()?.answer(200, { data: job() });
  expect(box.textContent).toContain('正在排队');
  expect(bar(box)?.hasAttribute('value')).toBe(false);

  await after(999);
  expect(server.of('data/job')).toEqual([]);
  await after(1);
  expect(server.last()?.path).toBe(`/usage/v1/data/job?id=${job().id}`);
  await server.last()?.answer(200, { data: job({ state: 'running', share: 0.42, events: 8400 }) });
  expect(box.querySelector('label')?.textContent).toBe('正在整理 42% · 8,400 条');
  expect(bar(box)?.value).toBe(0.42);
  await after(1300);
  expect(server.of('data/job')).toHaveLength(2);
  await server.last()?.answer(200, { data: job({ ...done, events: 20_000, bytes: 1_234_567 }) });
  expect(bar(box)).toBeNull();
  expect(box.textContent).toContain('共 20,000 条');
  expect(document.activeElement).toBe(button(box, '下载（1.2 MB）'));
  // the job has ended, so it is not polled again
  await after(60_000);
  expect(server.of('data/job')).toHaveLength(2);

  const { createRequest } = server.auth.browser;
  const requests: object[] = [];
  Object.assign(server.auth.browser, {
    createRequest: () => {
      const xhr = createRequest();
      requests.push(xhr);
      return xhr;
    },
  });
  await press(button(box, '下载'));
  const [xhr = {}] = requests;
  await act(async () =>
    (xhr as { onprogress?: (event: object) => void }).onprogress?.({ loaded: 1, total: 4 }),
  );
  expect(box.textContent).toContain('正在下载 25%');
  Object.assign(xhr, { response: new Blob(['packed']) });
  await server.last()?.answer(200, '');
  expect(save).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'rollcall-2027-01-15.ndjson.gz');
});

test('one that was under way before a reload goes on being shown, and is stopped', async () => {
  const { server, box, after } = await page([job({ state: 'running', share: 0.1 })]);
  expect(box.textContent).toContain('正在整理 10%');
  await press(button(box, '停止'));
  expect(server.last()).toMatchObject({ path: '/usage/v1/data/cancel', body: { id: job().id } });
  await server.last()?.answer(200, { data: job({ state: 'running', share: 0.2 }) });
  await after(1000);
  await server.last()?.answer(200, { data: job({ state: 'cancelled', share: 0.2 }) });
  expect(box.textContent).toContain('导出已停止');
  expect(button(box, '导出')).toBeTruthy();
});

test('a line that is lost is said, asked less and less, and goes on by itself', async () => {
  const { server, box, after } = await page([job({ state: 'running', share: 0.1 })]);
  for (let turn = 0; turn < 12; turn++) {
    await after(10_000);
    await server.of('data/job').at(-1)?.timeOut();
  }
  expect(box.textContent).toContain('暂时看不到进度');
  expect(server.of('data/job')).toHaveLength(12);
  await after(10_000);
  await server.last()?.answer(200, { data: job({ state: 'running', share: 0.9 }) });
  expect(box.textContent).not.toContain('暂时看不到进度');
  expect(box.textContent).toContain('正在整理 90%');
});

test('erasing is confirmed, followed, and takes the exports and the history along', async () => {
  const consents: ConsentChange[] = [
    {
      record: 'r',
      product: 'p',
      at: NOW,
      received_at: NOW,
      claimed: false,
      granted: { event: { version: '1', at: NOW }, view: { version: '1', at: NOW } },
    },
    { record: 'r', product: 'p', at: NOW - 1000, received_at: NOW, claimed: true, granted: {} },
  ];
  const { server, box, after } = await page([job({ ...done, events: 3, bytes: 300 })], consents);
  expect([...box.querySelectorAll('details li')].map(one => one.lastElementChild?.textContent)).toEqual([
    '同意：功能、浏览未同意：账号、应用、设备',
    '全部撤回由网页上报，未经账号验证',
  ]);
  await press(button(box, '清除'));
  expect(server.of('data/erasure')).toEqual([]);
  expect(box.textContent).toContain('不能恢复');
  await press(button(box, '清除全部'));
  const erasure = { id: '00000000-0000-4000-8000-000000000002', kind: 'erasure' } as const;
  await server.last()?.answer(200, { data: job(erasure) });
  await after(1000);
  await server.last()?.answer(200, { data: job({ ...erasure, state: 'running', share: 0.5 }) });
  expect(box.textContent).toContain('正在清除 50%');
  await after(1300);
  const erased = { ...erasure, ...done, events: 3, expires_at: null, clear_by: NOW + 172_800_000 };
  await server.last()?.answer(200, { data: job(erased) });
  await server
    .of('data/jobs')
    .at(-1)
    ?.answer(200, { data: [job(erased), job({ state: 'expired', events: 3 })] });
  await server.of('usage/v1/consents').at(-1)?.answer(200, { data: [] });
  expect(box.textContent).toContain('已清除 3 条');
  expect(box.textContent).toMatch(/服务器磁盘上的残留数据最迟于 \d+年.*清除/);
  expect(box.textContent).toContain('上次导出的文件已删除');
  expect(box.textContent).toContain('暂无记录');
});

test('an erasure says what is left on the disk, and nothing that has not come true', async () => {
  const erasure = { kind: 'erasure', ...done, events: 3, expires_at: null } as const;
  const cleared = await page([job({ ...erasure, clear_by: NOW - 1, cleared_at: NOW - 1000 })]);
  expect(cleared.box.textContent).toContain('服务器磁盘上的残留数据也已清除');
  const late = await page([job({ ...erasure, clear_by: NOW - 1 })]);
  expect(late.box.textContent).toContain('服务器磁盘上的残留数据尚未清除完毕');
});

test('the limit of a day is told with the hours', async () => {
  const { server, box } = await page();
  await press(button(box, '导出'));
  await server.last()?.answer(429, { code: 'RC_54', msg: 'x', data: { retry_after: 86_400 } });
  expect(box.querySelector('[role=alert] p')?.textContent).toContain('请在 24 小时后再试');
});

test('an export or erasure of nothing says so, and offers no file', async () => {
  const erasure = { id: '00000000-0000-4000-8000-000000000002', kind: 'erasure' } as const;
  const { box } = await page([job({ ...done, bytes: 20 }), job({ ...erasure, ...done })]);
  expect(box.textContent).toContain('没有使用记录，无需下载。');
  expect(box.textContent).toContain('没有需要清除的使用记录。');
  expect(box.textContent).not.toMatch(/ 0 条/);
  expect([...box.querySelectorAll('button')].map(one => one.textContent)).not.toContainEqual(
    expect.stringContaining('下载'),
  );
});

test('a file that is gone is said to be, and can be made again', async () => {
  const { server, box } = await page([job({ ...done, events: 1, bytes: 10 })]);
  const { createRequest } = server.auth.browser;
  Object.assign(server.auth.browser, {
    createRequest: () =>
      Object.assign(createRequest(), { response: { text: async () => '{"code":"RC_404","msg":"x"}' } }),
  });
  await press(button(box, '下载'));
  await server.last()?.answer(404, '');
  await settle();
  await server
    .of('data/jobs')
    .at(-1)
    ?.answer(200, { data: [job({ state: 'expired' })] });
  expect(box.textContent).toContain('这个文件已不存在。请重新导出。');
  expect(button(box, '导出')).toBeTruthy();
});

test('where nothing is reported that is said', async () => {
  const { box } = await page();
  expect(box.textContent).toContain('本站没有开启使用记录');
});
