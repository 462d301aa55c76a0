/** What admins make in the console, one of each kind, so that no list of a view is empty. */
import type { BrowserContext } from 'playwright-core';
import { importUpload } from '../../packages/contract/src/console/index.ts';
import { until } from '../../tools/testing/until.ts';
import { type ConsoleServer, addAlertRule, prove } from './console.ts';

/** Where webhooks may go: nobody answers there. */
export const WEBHOOK_ORIGIN = 'http://127.0.0.1:1';

/** A call of the console as a signed-in operator. @param path below `/console/v1/` @returns what was answered */
export async function asOperator<T>(
  { request }: Pick<BrowserContext, 'request'>,
  server: Pick<ConsoleServer, 'url'>,
  [method, path]: readonly ['POST' | 'PUT', string],
  data: object,
): Promise<T> {
  const options = { method, headers: { origin: server.url }, data };
  const answer = await request.fetch(`${server.url}/console/v1/${path}`, options);
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

const FILES = {
  '一年级一班.csv': '姓名,班级\n王小明,一年级一班\n李小红,一年级一班\n',
  '2026 级新生名单.csv':
    '姓名,手机号,年级\n张伟,13912345678,初一\n李娜,1380000,初一\n王芳,13912345679,十三年级\n',
} as const;

/** A file of pupils without numbers, which is brought in, and one with faults, which is only looked at. */
async function importPeople(admin: BrowserContext, server: ConsoleServer): Promise<void> {
  const { request } = admin;
  const ids: string[] = [];
  for (const [name, text] of Object.entries(FILES)) {
    const query = new URLSearchParams({ name, pid: 'test' });
    const answer = await request.post(`${server.url}${importUpload.path}?${query.toString()}`, {
      headers: { origin: server.url, 'content-type': 'application/octet-stream' },
      data: Buffer.from(text),
    });
    if (!answer.ok()) throw new Error(`${name}: ${await answer.text()}`);
    ids.push(((await answer.json()) as { data: { id: string } }).data.id);
  }
  const [id = ''] = ids;
  await asOperator(admin, server, ['POST', 'import/run'], { id, tell_hourly: null });
  await until(async () => {
    const answer = await request.get(`${server.url}/console/v1/import?id=${id}`);
    const { data } = (await answer.json()) as { data: { state: string } };
    if (data.state !== 'done') throw new Error(`The import is ${data.state}.`);
  });
}

/** Everything but what the sample brings; the server has `ROLLCALL_WEBHOOK_ORIGINS`. */
export async function fillConsole(admin: BrowserContext, server: ConsoleServer): Promise<void> {
  const post = <T>(path: string, data: object) => asOperator<T>(admin, server, ['POST', path], data);
  await prove(admin, server);
  const shared = { shared: 'viewer', by_link: false, about: '' };
  await post('custom-fields', {
    key: 'stop',
    name: { 'zh-CN': '校车站点', en: 'Bus stop' },
    rule: { type: 'text' },
    required: false,
    seen_by: ['staff'],
    changed_by: ['staff'],
    claim: false,
  });
  await post('service-tokens', {
    name: '图书馆系统',
    purpose: '借书证核对',
    scopes: ['people:read'],
    days: 30,
  });
  const { id: webhook } = await post<{ id: string }>('webhooks', {
    name: '图书馆系统',
    url: `${WEBHOOK_ORIGIN}/rollcall`,
    events: ['account.deleted'],
    personal: false,
  });
  await post('webhooks/test', { id: webhook });
  await post('openid/create', {
    name: '校内 Moodle',
    mark: null,
    own: true,
    redirect_uris: ['https://moodle.school.example/callback'],
    post_logout_redirect_uris: [],
    backchannel_logout_uri: null,
    scopes: ['openid', 'profile'],
    refreshes: false,
    auth_method: 'client_secret_basic',
    id_token_alg: 'RS256',
    requires_second_factor: false,
    requires_pkce: true,
  });
  const question = JSON.stringify({ v: 1, kind: 'trend' });
  const { id } = await post<{ id: string }>('usage/questions', { name: '上课人数', ...shared, question });
  await post('usage/question-alerts', {
    name: '上课人数太少',
    question: id,
    series: 0,
    every: 'day',
    condition: 'below',
    threshold: 1,
    least: 0,
    channel: null,
    enabled: true,
  });
  await post('usage/cohorts', {
    name: '打开过课程',
    about: '',
    definition: { all: [{ did: { event: { kind: 'custom', key: 'lesson.open' } } }] },
  });
  await post('usage/annotations', { day: new Date().toISOString().slice(0, 10), text: '期中考试' });
  await post('monitor/channels', {
    name: '值班群',
    kind: 'dingtalk',
    url: 'https://oapi.dingtalk.com/robot/send?access_token=simulated-bot-0001',
  });
  await addAlertRule(admin, server);
  await importPeople(admin, server);
}
